package org.spongepowered.asm.mixin.injection;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Where in a method. */
@Retention(RetentionPolicy.RUNTIME)
public @interface At {
  String value();
}
