package ticklane.host.minecraft;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import ticklane.core.CommandResult;

/**
 * Runs commands with the server's own rights and hears what the game says to them: it stands in for
 * the console, so that game rules about feedback don't matter. The lane's thread.
 */
final class Feedback {
  private final Names names;
  private final List<String> lines = new ArrayList<>();
  private boolean answered;
  private boolean succeeded;
  private int count;

  Feedback(Names names) {
    this.names = names;
  }

  CommandResult run(Object server, String command) {
    lines.clear();
    answered = false;
    succeeded = false;
    count = 0;
    Object source = Calls.call(names.handle("server.source"), server);
    source = Calls.call(names.handle("source.withSource"), source, source());
    MethodHandle withCallback = names.handle("source.withCallback");
    source = Calls.call(withCallback, source, callback(withCallback.type().parameterType(1)));
    Object commands = Calls.call(names.handle("server.commands"), server);
    Calls.call(names.handle("commands.run"), commands, source, command);
    return new CommandResult(answered, succeeded, succeeded ? count : 0, String.join("\n", lines));
  }

  /** What the game speaks to: told apart by types, as their names differ. */
  private Object source() {
    Class<?> type = names.typeOf("source.class");
    MethodHandle text = names.handle("text.feedback");
    Class<?> message = text.type().parameterType(0);
    return proxy(
        type,
        (method, arguments) -> {
          if (arguments.length > 0 && message.isInstance(arguments[0])) {
            lines.add(String.valueOf(Calls.call(text, arguments[0])));
            return null;
          }
          // Whether it wants to hear of success and of failure; whether to tell other operators.
          return method.getReturnType() == boolean.class
              ? !method.isDefault() && !isInforming(method)
              : null;
        });
  }

  private static boolean isInforming(Method method) {
    return method.getName().equals("shouldInformAdmins") || method.getName().equals("method_9201");
  }

  /** Of whichever kind this version has: it is told whether it worked, and how much. */
  private Object callback(Class<?> type) {
    return proxy(
        type,
        (method, arguments) -> {
          for (int i = 0; i + 1 < arguments.length; i++) {
            if (arguments[i] instanceof Boolean ok && arguments[i + 1] instanceof Integer result) {
              answered = true;
              succeeded = ok;
              count = result;
            }
          }
          return null;
        });
  }

  private interface Answer {
    Object to(Method method, Object[] arguments) throws Throwable;
  }

  private static Object proxy(Class<?> type, Answer answer) {
    InvocationHandler handler =
        (self, method, arguments) ->
            switch (method.getName()) {
              case "toString" -> "Ticklane";
              case "hashCode" -> System.identityHashCode(self);
              case "equals" -> arguments != null && self.equals(arguments[0]);
              default -> answer.to(method, arguments == null ? new Object[0] : arguments);
            };
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
  }
}
