package ticklane.stub;

import java.util.ArrayDeque;
import java.util.Deque;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Turns a body's words into bytecode; the words are explained in the overlay. */
final class BodyWriter {
  private static final Type OBJECT = Type.getType(Object.class);

  private final GameModel game;
  private final MethodVisitor out;
  private final ClassModel owner;
  private final ClassModel.Member method;
  private final Deque<Type> stack = new ArrayDeque<>();
  private final int iterator;
  private Type item = OBJECT;
  private Label loop;
  private Label done;

  BodyWriter(GameModel game, MethodVisitor out, ClassModel owner, ClassModel.Member method) {
    this.game = game;
    this.out = out;
    this.owner = owner;
    this.method = method;
    int next = method.isStatic ? 0 : 1;
    for (Type type : Type.getArgumentTypes(method.desc)) {
      next += type.getSize();
    }
    iterator = next;
  }

  /** The whole method, its return included. */
  void write() {
    writeValue();
    leave(!stack.isEmpty());
  }

  /** The words alone: what they leave is on the stack. */
  void writeValue() {
    if (method.body != null) {
      for (String word : method.body.split("\\s+", -1)) {
        try {
          word(word);
        } catch (RuntimeException e) {
          throw new IllegalStateException(
              "%s.%s, word %s: %s".formatted(owner.name, method.name, word, e), e);
        }
      }
    }
  }

  private void word(String word) {
    int dot = word.indexOf('.');
    if (word.equals("this")) {
      out.visitVarInsn(Opcodes.ALOAD, 0);
      stack.push(Type.getObjectType(owner.name));
    } else if (word.matches("a\\d")) {
      argument(word.charAt(1) - '0');
    } else if (word.equals("it")) {
      out.visitVarInsn(Opcodes.ALOAD, iterator + 1);
      stack.push(item);
    } else if (word.equals("null")) {
      out.visitInsn(Opcodes.ACONST_NULL);
      stack.push(OBJECT);
    } else if (word.equals("pop")) {
      out.visitInsn(stack.pop().getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
    } else if (word.equals("add") || word.equals("sub")) {
      stack.pop();
      out.visitInsn(stack.peek().getOpcode(word.equals("add") ? Opcodes.IADD : Opcodes.ISUB));
    } else if (word.equals("return-if")) {
      stack.pop();
      Label next = new Label();
      out.visitJumpInsn(Opcodes.IFEQ, next);
      leave(false);
      out.visitLabel(next);
    } else if (word.equals("end")) {
      out.visitJumpInsn(Opcodes.GOTO, loop);
      out.visitLabel(done);
    } else if (word.startsWith("each:")) {
      each(word.substring(5));
    } else if (word.startsWith("cast:")) {
      stack.pop();
      push(Type.getObjectType(game.full(word.substring(5))));
      out.visitTypeInsn(Opcodes.CHECKCAST, stack.peek().getInternalName());
    } else if (word.startsWith("new:")) {
      String name = game.full(word.substring(4));
      out.visitTypeInsn(Opcodes.NEW, name);
      out.visitInsn(Opcodes.DUP);
      push(Type.getObjectType(name));
    } else if (word.startsWith("init:")) {
      construct(Integer.parseInt(word.substring(5)));
    } else if (word.startsWith("#")) {
      constant(word.substring(1));
    } else if (word.startsWith("++")) {
      increment(word.substring(2));
    } else if (word.startsWith("static:")) {
      field(
          Opcodes.GETSTATIC,
          game.field(game.full(word.substring(7, dot)), word.substring(dot + 1)));
    } else if (word.startsWith("call:")) {
      callStatic(game.full(word.substring(5, dot)), word.substring(dot + 1));
    } else if (word.equals("super")) {
      callSuper();
    } else if (word.startsWith(":")) {
      call(word.substring(1));
    } else if (word.startsWith(".")) {
      field(Opcodes.GETFIELD, game.field(stack.pop().getInternalName(), word.substring(1)));
    } else if (word.startsWith("=")) {
      stack.pop();
      ClassModel.Member field = game.field(stack.pop().getInternalName(), word.substring(1));
      checkAccess(field);
      out.visitFieldInsn(Opcodes.PUTFIELD, field.owner, field.name, field.desc);
    } else {
      throw new IllegalStateException("no such word");
    }
  }

  private void push(Type type) {
    if (type.getSort() != Type.VOID) {
      stack.push(type);
    }
  }

  private void argument(int number) {
    Type[] types = Type.getArgumentTypes(method.desc);
    int slot = method.isStatic ? 0 : 1;
    for (int i = 0; i < number - 1; i++) {
      slot += types[i].getSize();
    }
    out.visitVarInsn(types[number - 1].getOpcode(Opcodes.ILOAD), slot);
    stack.push(types[number - 1]);
  }

  private void constant(String text) {
    if (text.startsWith("'")) {
      out.visitLdcInsn(text.substring(1));
      stack.push(Type.getType(String.class));
    } else if (text.endsWith("f")) {
      out.visitLdcInsn(Float.valueOf(text));
      stack.push(Type.FLOAT_TYPE);
    } else if (text.endsWith("d")) {
      out.visitLdcInsn(Double.valueOf(text));
      stack.push(Type.DOUBLE_TYPE);
    } else {
      out.visitLdcInsn(Integer.valueOf(text));
      stack.push(Type.INT_TYPE);
    }
  }

  private void field(int opcode, ClassModel.Member field) {
    checkAccess(field);
    out.visitFieldInsn(opcode, field.owner, field.name, field.desc);
    push(Type.getType(field.desc));
  }

  /** Better here than when the game runs. */
  private void checkAccess(ClassModel.Member field) {
    if (field.access.equals("private") && !field.owner.equals(owner.name)) {
      throw new IllegalStateException(field.owner + "." + field.name + " is private");
    }
  }

  private void increment(String name) {
    ClassModel.Member field = game.field(owner.name, name);
    checkAccess(field);
    Type type = Type.getType(field.desc);
    out.visitVarInsn(Opcodes.ALOAD, 0);
    out.visitInsn(Opcodes.DUP);
    out.visitFieldInsn(Opcodes.GETFIELD, field.owner, field.name, field.desc);
    out.visitInsn(type.getSort() == Type.LONG ? Opcodes.LCONST_1 : Opcodes.ICONST_1);
    out.visitInsn(type.getOpcode(Opcodes.IADD));
    out.visitFieldInsn(Opcodes.PUTFIELD, field.owner, field.name, field.desc);
  }

  private void each(String type) {
    stack.pop();
    item = Type.getObjectType(game.full(type));
    loop = new Label();
    done = new Label();
    invoke("java/lang/Iterable", "iterator", "()Ljava/util/Iterator;");
    out.visitVarInsn(Opcodes.ASTORE, iterator);
    out.visitLabel(loop);
    out.visitVarInsn(Opcodes.ALOAD, iterator);
    invoke("java/util/Iterator", "hasNext", "()Z");
    out.visitJumpInsn(Opcodes.IFEQ, done);
    out.visitVarInsn(Opcodes.ALOAD, iterator);
    invoke("java/util/Iterator", "next", "()Ljava/lang/Object;");
    out.visitTypeInsn(Opcodes.CHECKCAST, item.getInternalName());
    out.visitVarInsn(Opcodes.ASTORE, iterator + 1);
  }

  private void invoke(String type, String name, String desc) {
    out.visitMethodInsn(Opcodes.INVOKEINTERFACE, type, name, desc, true);
  }

  private void construct(int arguments) {
    StringBuilder desc = new StringBuilder();
    for (int i = 0; i < arguments; i++) {
      desc.insert(0, stack.pop().getDescriptor());
    }
    String type = stack.peek().getInternalName();
    out.visitMethodInsn(Opcodes.INVOKESPECIAL, type, "<init>", "(" + desc + ")V", false);
  }

  private void callStatic(String type, String call) {
    String name = call.substring(0, call.indexOf('('));
    String desc = game.fullDesc(call.substring(call.indexOf('(')));
    popArguments(desc);
    out.visitMethodInsn(Opcodes.INVOKESTATIC, type, name, desc, game.isInterface(type));
    push(Type.getReturnType(desc));
  }

  /** The method that this one overrides, with what was given to this one. */
  private void callSuper() {
    out.visitVarInsn(Opcodes.ALOAD, 0);
    int slot = 1;
    for (Type type : Type.getArgumentTypes(method.desc)) {
      out.visitVarInsn(type.getOpcode(Opcodes.ILOAD), slot);
      slot += type.getSize();
    }
    out.visitMethodInsn(Opcodes.INVOKESPECIAL, owner.superName, method.name, method.desc, false);
    push(Type.getReturnType(method.desc));
  }

  private void popArguments(String desc) {
    for (int i = Type.getArgumentTypes(desc).length; i > 0; i--) {
      stack.pop();
    }
  }

  /** An interface of Java's by its full descriptor, else a method of the game by name. */
  private void call(String call) {
    int open = call.indexOf('(');
    int dot = call.indexOf('.');
    if (dot >= 0) {
      String desc = game.fullDesc(call.substring(open));
      popArguments(desc);
      stack.pop();
      invoke(call.substring(0, dot), call.substring(dot + 1, open), desc);
      push(Type.getReturnType(desc));
      return;
    }
    String wanted = game.fullMember(call);
    int arguments = 0;
    for (Type receiver : stack) {
      ClassModel.Member found =
          receiver.getSort() == Type.OBJECT
              ? game.method(receiver.getInternalName(), wanted, arguments)
              : null;
      if (found != null && Type.getArgumentTypes(found.desc).length == arguments) {
        popArguments(found.desc);
        stack.pop();
        boolean itf = game.isInterface(found.owner);
        out.visitMethodInsn(
            itf ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL,
            found.owner,
            found.name,
            found.desc,
            itf);
        push(Type.getReturnType(found.desc));
        return;
      }
      arguments++;
    }
    throw new IllegalStateException("nothing on the stack has it: " + stack);
  }

  private void leave(boolean hasValue) {
    Type type = Type.getReturnType(method.desc);
    if (type.getSort() == Type.VOID) {
      out.visitInsn(Opcodes.RETURN);
      return;
    }
    if (!hasValue) {
      out.visitInsn(
          switch (type.getSort()) {
            case Type.OBJECT, Type.ARRAY -> Opcodes.ACONST_NULL;
            case Type.LONG -> Opcodes.LCONST_0;
            case Type.FLOAT -> Opcodes.FCONST_0;
            case Type.DOUBLE -> Opcodes.DCONST_0;
            default -> Opcodes.ICONST_0;
          });
    }
    out.visitInsn(type.getOpcode(Opcodes.IRETURN));
  }
}
