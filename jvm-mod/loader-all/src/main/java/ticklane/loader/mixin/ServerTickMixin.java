package ticklane.loader.mixin;

import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;
import ticklane.loader.Heart;

/**
 * The server's ticks where no agent could be loaded. Each method by its names at run time:
 * Mojang's, Fabric's intermediary, Forge's SRG; one that isn't found is no error.
 */
@SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // Mixin calls them
@Mixin(targets = "net.minecraft.server.MinecraftServer", remap = false)
abstract class ServerTickMixin {
  @Inject(
      method = {
        "tickServer(Ljava/util/function/BooleanSupplier;)V",
        "method_3748(Ljava/util/function/BooleanSupplier;)V",
        "m_5705_(Ljava/util/function/BooleanSupplier;)V"
      },
      at = @At("RETURN"),
      remap = false,
      require = 0)
  private void ticklane$tick(CallbackInfo info) {
    Heart.tick(this);
  }

  @Inject(
      method = {
        "tickChildren(Ljava/util/function/BooleanSupplier;)V",
        "method_3813(Ljava/util/function/BooleanSupplier;)V",
        "m_5703_(Ljava/util/function/BooleanSupplier;)V"
      },
      at = @At("RETURN"),
      remap = false,
      require = 0)
  private void ticklane$children(CallbackInfo info) {
    Heart.children(this);
  }
}
