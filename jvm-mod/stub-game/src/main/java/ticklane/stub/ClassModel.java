package ticklane.stub;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A class of the stand-in before it is written. */
final class ClassModel {

  /** A field or method; {@code body} is null when it does nothing. */
  static final class Member {
    final boolean isField;
    final String owner;
    final String name;
    final String desc;
    String access = "public";
    boolean isStatic;
    boolean isAbstract;
    String body;

    Member(boolean isField, String owner, String name, String desc) {
      this.isField = isField;
      this.owner = owner;
      this.name = name;
      this.desc = desc;
    }

    Member renamed(String to) {
      Member copy = new Member(isField, owner, to, desc);
      copy.access = access;
      copy.isStatic = isStatic;
      copy.isAbstract = isAbstract;
      copy.body = body;
      return copy;
    }

    /** What makes it one member: overloads differ by arguments, bridges by their result. */
    String key() {
      return isField ? name : name + desc;
    }
  }

  final String name;
  String superName = "java/lang/Object";
  boolean isInterface;
  boolean isAbstract;
  final List<String> interfaces = new ArrayList<>();
  final Map<String, Member> members = new LinkedHashMap<>();

  /** Fields that a second constructor sets, besides the one without arguments. */
  List<String> constructor = List.of();

  ClassModel(String name) {
    this.name = name;
  }

  void add(Member member) {
    members.put(member.key(), member);
  }

  List<Member> named(String wanted) {
    return members.values().stream()
        .filter(
            m ->
                wanted.indexOf('(') < 0
                    ? m.name.equals(wanted)
                    : (m.name + m.desc).startsWith(wanted))
        .toList();
  }
}
