/** A client of this process's own server, as a vantage for scripts: it knows what packets tell. */
package ticklane.host.minestom.client;
