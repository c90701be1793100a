package ticklane.loader;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The mixin as Mixin will read it: there is no Mixin here to apply it. */
final class MixinLintTest {
  private static final String INJECT = "Lorg/spongepowered/asm/mixin/injection/Inject;";

  private final Map<String, Object> mixin = new HashMap<>();
  private final List<Map<String, Object>> injections = new ArrayList<>();
  private final List<String> handlers = new ArrayList<>();
  private final List<String> calls = new ArrayList<>();
  private final List<String> fields = new ArrayList<>();
  private boolean mixinIsVisible = true;

  MixinLintTest() throws IOException {
    Map<String, byte[]> jar = Jars.read(OneJarTest.theJar());
    JsonObject config =
        JsonParser.parseString(Jars.text(jar, "ticklane.mixins.json")).getAsJsonObject();
    assertThat(config.get("required").getAsBoolean()).isFalse();
    assertThat(config.getAsJsonObject("injectors").get("defaultRequire").getAsInt()).isZero();
    assertThat(config.getAsJsonArray("mixins")).hasSize(1);
    String folder = config.get("package").getAsString().replace('.', '/') + "/";
    assertThat(jar.keySet()).filteredOn(name -> name.startsWith(folder)).hasSize(1);
    String name = config.getAsJsonArray("mixins").get(0).getAsString();
    new ClassReader(jar.get(folder + name + ".class")).accept(new Reader(), 0);
  }

  @Test
  void oneClassIsTargetedByItsNameWithoutRemapping() {
    assertThat(mixinIsVisible).isFalse();
    assertThat(mixin)
        .containsEntry("targets", List.of("net.minecraft.server.MinecraftServer"))
        .containsEntry("remap", false);
  }

  @Test
  void nothingIsRequiredAndEveryRuntimesNameIsThere() {
    assertThat(injections)
        .hasSize(2)
        .allSatisfy(
            given ->
                assertThat(given)
                    .containsEntry("require", 0)
                    .containsEntry("remap", false)
                    .containsEntry("at", List.of("RETURN")));
    String one = "(Ljava/util/function/BooleanSupplier;)V";
    assertThat(injections.get(0))
        .containsEntry("method", List.of("tickServer" + one, "method_3748" + one, "m_5705_" + one));
    assertThat(injections.get(1))
        .containsEntry(
            "method", List.of("tickChildren" + one, "method_3813" + one, "m_5703_" + one));
  }

  @Test
  void handlersCollideWithNothingAndCallOnlyOurs() {
    assertThat(handlers)
        .containsExactly(
            "private ticklane$tick(Lorg/spongepowered/asm/mixin/injection/callback/CallbackInfo;)V",
            "private ticklane$children(Lorg/spongepowered/asm/mixin/injection/callback/CallbackInfo;)V");
    assertThat(calls)
        .containsExactly(
            "ticklane/loader/Heart.tick(Ljava/lang/Object;)V",
            "ticklane/loader/Heart.children(Ljava/lang/Object;)V");
    assertThat(fields).isEmpty();
    assertThat(java.lang.reflect.Modifier.isPublic(Heart.class.getModifiers())).isTrue();
  }

  private final class Reader extends ClassVisitor {
    Reader() {
      super(Opcodes.ASM9);
    }

    @Override
    public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
      mixinIsVisible = visible;
      return new Values(mixin);
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String type, String sign, Object value) {
      fields.add(name);
      return null;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String type, String sign, String[] ex) {
      if (name.equals("<init>")) {
        return null;
      }
      handlers.add(((access & Opcodes.ACC_PRIVATE) != 0 ? "private " : "") + name + type);
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
          assertThat(descriptor).isEqualTo(INJECT);
          Map<String, Object> values = new HashMap<>();
          injections.add(values);
          return new Values(values);
        }

        @Override
        public void visitMethodInsn(
            int code, String owner, String called, String desc, boolean in) {
          calls.add(owner + "." + called + desc);
        }

        @Override
        public void visitInvokeDynamicInsn(
            String called, String desc, org.objectweb.asm.Handle handle, Object... given) {
          calls.add("invokedynamic " + called);
        }
      };
    }
  }

  /** Arrays become lists; an annotation in an array its value. */
  private static final class Values extends AnnotationVisitor {
    private final Map<String, Object> values;

    Values(Map<String, Object> values) {
      super(Opcodes.ASM9);
      this.values = values;
    }

    @Override
    public void visit(String name, Object value) {
      values.put(name, value);
    }

    @Override
    public AnnotationVisitor visitArray(String name) {
      List<Object> list = new ArrayList<>();
      values.put(name, list);
      return new AnnotationVisitor(Opcodes.ASM9) {
        @Override
        public void visit(String none, Object value) {
          list.add(value);
        }

        @Override
        public AnnotationVisitor visitAnnotation(String none, String descriptor) {
          return new AnnotationVisitor(Opcodes.ASM9) {
            @Override
            public void visit(String key, Object value) {
              list.add(value);
            }
          };
        }
      };
    }
  }
}
