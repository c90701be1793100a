package org.spongepowered.asm.mixin.injection.callback;

/** What an injected call is given. */
public class CallbackInfo {}
