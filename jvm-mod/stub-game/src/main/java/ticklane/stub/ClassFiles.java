package ticklane.stub;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/** Writes a model's classes as class files. */
final class ClassFiles {
  private final GameModel game;

  private ClassFiles(GameModel game) {
    this.game = game;
  }

  /** Class files by internal name, what only descriptors mention included. */
  static Map<String, byte[]> write(GameModel game) {
    ClassFiles files = new ClassFiles(game);
    TreeSet<String> mentioned = new TreeSet<>();
    for (ClassModel type : game.classes.values()) {
      mentioned.add(type.superName);
      mentioned.addAll(type.interfaces);
      type.members
          .values()
          .forEach(m -> GameModel.mapTypes(m.desc, name -> noted(mentioned, name)));
    }
    mentioned.stream()
        .filter(name -> name.startsWith("net/minecraft/") || name.startsWith("com/mojang/"))
        .forEach(game::type);
    Map<String, byte[]> out = new TreeMap<>();
    game.classes.values().forEach(type -> out.put(type.name, files.write(type)));
    return out;
  }

  private static String noted(Set<String> into, String name) {
    into.add(name);
    return name;
  }

  static Map<String, byte[]> remap(Map<String, byte[]> classes, Remapper names) {
    Map<String, byte[]> out = new TreeMap<>();
    classes.forEach(
        (name, bytes) -> {
          ClassWriter writer = new ClassWriter(0);
          new ClassReader(bytes).accept(new ClassRemapper(writer, names), 0);
          out.put(names.map(name) == null ? name : names.map(name), writer.toByteArray());
        });
    return out;
  }

  private byte[] write(ClassModel type) {
    ClassWriter out =
        new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
          @Override
          protected String getCommonSuperClass(String a, String b) {
            return "java/lang/Object";
          }
        };
    int kind =
        type.isInterface
            ? Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT
            : Opcodes.ACC_SUPER | (type.isAbstract ? Opcodes.ACC_ABSTRACT : 0);
    out.visit(
        game.version.classFile(),
        Opcodes.ACC_PUBLIC | kind,
        type.name,
        null,
        type.superName,
        type.interfaces.toArray(String[]::new));
    for (ClassModel.Member m : type.members.values()) {
      if (m.isField) {
        int access =
            type.isInterface
                ? Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_STATIC
                : access(m);
        out.visitField(access, m.name, m.desc, null, null).visitEnd();
      }
    }
    writeConstants(out, type);
    if (!type.isInterface) {
      writeConstructor(out, type, List.of());
      if (!type.constructor.isEmpty()) {
        writeConstructor(out, type, type.constructor);
      }
    }
    type.members.values().stream().filter(m -> !m.isField).forEach(m -> writeMethod(out, type, m));
    out.visitEnd();
    return out.toByteArray();
  }

  private static int access(ClassModel.Member m) {
    int access =
        switch (m.access) {
          case "private" -> Opcodes.ACC_PRIVATE;
          case "protected" -> Opcodes.ACC_PROTECTED;
          default -> Opcodes.ACC_PUBLIC;
        };
    return access
        | (m.isStatic ? Opcodes.ACC_STATIC : 0)
        | (m.isAbstract ? Opcodes.ACC_ABSTRACT : 0);
  }

  private void writeMethod(ClassWriter out, ClassModel type, ClassModel.Member m) {
    MethodVisitor code = out.visitMethod(access(m), m.name, m.desc, null, null);
    if (!m.isAbstract) {
      code.visitCode();
      new BodyWriter(game, code, type, m).write();
      code.visitMaxs(0, 0);
    }
    code.visitEnd();
  }

  /** Static fields with a body get its value when the class is initialised. */
  private void writeConstants(ClassWriter out, ClassModel type) {
    List<ClassModel.Member> constants =
        type.members.values().stream()
            .filter(m -> m.isField && m.body != null && (m.isStatic || type.isInterface))
            .toList();
    if (constants.isEmpty()) {
      return;
    }
    MethodVisitor code = out.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    code.visitCode();
    for (ClassModel.Member field : constants) {
      ClassModel.Member value = new ClassModel.Member(false, type.name, "<clinit>", "()V");
      value.isStatic = true;
      value.body = field.body;
      new BodyWriter(game, code, type, value).writeValue();
      code.visitFieldInsn(Opcodes.PUTSTATIC, type.name, field.name, field.desc);
    }
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private void writeConstructor(ClassWriter out, ClassModel type, List<String> fields) {
    StringBuilder arguments = new StringBuilder("(");
    fields.forEach(name -> arguments.append(game.field(type.name, name).desc));
    String desc = arguments.append(")V").toString();
    MethodVisitor code = out.visitMethod(Opcodes.ACC_PUBLIC, "<init>", desc, null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    ClassModel above = game.classes.get(type.superName);
    boolean passesOn = !fields.isEmpty() && above != null && above.constructor.equals(fields);
    int slot = 1;
    for (String name : passesOn ? fields : List.<String>of()) {
      slot = load(code, Type.getType(game.field(type.name, name).desc), slot);
    }
    code.visitMethodInsn(
        Opcodes.INVOKESPECIAL, type.superName, "<init>", passesOn ? desc : "()V", false);
    writeInitialValues(code, type);
    for (String name : passesOn ? List.<String>of() : fields) {
      ClassModel.Member field = game.field(type.name, name);
      code.visitVarInsn(Opcodes.ALOAD, 0);
      slot = load(code, Type.getType(field.desc), slot);
      code.visitFieldInsn(Opcodes.PUTFIELD, field.owner, field.name, field.desc);
    }
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private static int load(MethodVisitor code, Type type, int slot) {
    code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), slot);
    return slot + type.getSize();
  }

  /** Fields of an instance with a body. */
  private void writeInitialValues(MethodVisitor code, ClassModel type) {
    for (ClassModel.Member field : type.members.values()) {
      if (field.isField && field.body != null && !field.isStatic && !type.isInterface) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        ClassModel.Member value = new ClassModel.Member(false, type.name, "<init>", "()V");
        value.body = field.body;
        new BodyWriter(game, code, type, value).writeValue();
        code.visitFieldInsn(Opcodes.PUTFIELD, type.name, field.name, field.desc);
      }
    }
  }
}
