package ticklane.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import ticklane.bridge.Bridge;

/**
 * Puts one static call before every return of the game's tick and frame methods, whether their
 * classes are loaded already or will be; {@link #remove} takes it out again.
 */
public final class Weaver implements ClassFileTransformer {
  private static final String BRIDGE = "ticklane/bridge/Bridge";

  private final Instrumentation instrumentation;
  private final Map<String, String> woven = new ConcurrentSkipListMap<>();
  private volatile boolean removed;

  private Weaver(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** Weaves what is loaded and what will be. */
  public static Weaver install(Instrumentation instrumentation) {
    // Loaded before it is asked about its own loading.
    Target.concerns("");
    Weaver weaver = new Weaver(instrumentation);
    instrumentation.addTransformer(weaver, true);
    weaver.retransform();
    return weaver;
  }

  /** Which hook was woven into which method, by the bridge's names: {@code serverTick -> …}. */
  public Map<String, String> woven() {
    return Map.copyOf(woven);
  }

  /** Gives the classes their own code back. */
  public void remove() {
    removed = true;
    retransform();
    instrumentation.removeTransformer(this);
    woven.clear();
    Bridge.childrenWoven(false);
  }

  private void retransform() {
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (Target.concerns(type.getName().replace('.', '/'))) {
        loaded.add(type);
      }
    }
    for (Class<?> type : loaded) {
      try {
        instrumentation.retransformClasses(type);
      } catch (UnmodifiableClassException | LinkageError e) {
        System.err.println("[ticklane] " + type.getName() + " can't be woven: " + e);
      }
    }
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String className,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] original) {
    if (removed || className == null || !Target.concerns(className)) {
      return null;
    }
    try {
      return weave(className, original);
    } catch (RuntimeException | LinkageError e) {
      // The class stays as it is: a game without our hook is better than none.
      System.err.println("[ticklane] " + className + " can't be woven: " + e);
      return null;
    }
  }

  private byte[] weave(String className, byte[] original) {
    ClassReader reader = new ClassReader(original);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    boolean[] found = new boolean[1];
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String desc, String signature, String[] exceptions) {
            MethodVisitor method = super.visitMethod(access, name, desc, signature, exceptions);
            for (Target target : Target.ALL) {
              boolean isAbstract = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_STATIC)) != 0;
              if (!isAbstract && target.matches(className, name, desc)) {
                found[0] = true;
                woven.merge(
                    target.call(),
                    className.replace('/', '.') + "." + name,
                    (there, also) -> there.contains(also) ? there : there + ", " + also);
                if (target.call().equals(Target.CHILDREN)) {
                  Bridge.childrenWoven(true);
                }
                return new AtReturns(method, target.call());
              }
            }
            return method;
          }
        },
        0);
    return found[0] ? writer.toByteArray() : null;
  }

  private static final class AtReturns extends MethodVisitor {
    private final String call;

    AtReturns(MethodVisitor next, String call) {
      super(Opcodes.ASM9, next);
      this.call = call;
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, BRIDGE, call, "(Ljava/lang/Object;)V", false);
      }
      super.visitInsn(opcode);
    }
  }
}
