/**
 * What woven code calls: in the bootstrap loader, so that every game loader reaches the same one.
 */
package ticklane.bridge;
