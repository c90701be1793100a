package ticklane.host.minecraft;

/**
 * One way a member may be called, by Mojang's names.
 *
 * @param owner internal name of the class
 * @param name of the member, "" for a class or constructor
 * @param desc its descriptor, "" for a class, "*" for a field of any type
 */
record Candidate(String owner, String name, String desc) {
  static Candidate parse(String text) {
    int space = text.indexOf(' ');
    String left = space < 0 ? text : text.substring(0, space);
    String desc = space < 0 ? "" : text.substring(space + 1);
    int hash = left.indexOf('#');
    return hash < 0
        ? new Candidate(left, "", desc)
        : new Candidate(left.substring(0, hash), left.substring(hash + 1), desc);
  }

  @Override
  public String toString() {
    String type = owner.substring(owner.lastIndexOf('/') + 1);
    return name.isEmpty() ? type + desc : type + "." + name + (desc.startsWith("(") ? desc : "");
  }
}
