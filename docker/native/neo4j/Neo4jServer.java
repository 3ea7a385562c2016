import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.neo4j.cli.ExecutionContext;
import org.neo4j.commandline.admin.security.SetInitialPasswordCommand;
import org.neo4j.configuration.GraphDatabaseInternalSettings;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.connectors.BoltConnectorInternalSettings;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.graphdb.Result;
import org.neo4j.io.ByteUnit;
import picocli.CommandLine;

/**
 * Neo4j community with the Bolt connector on the loopback interface. Arguments: data folder, Bolt port; with a third
 * one it rehearses, for the class archive that the build makes: starts, answers some statements and ends.
 */
public final class Neo4jServer {
    private static final String[] REHEARSAL = {
        "CREATE CONSTRAINT c IF NOT EXISTS FOR (n:A) REQUIRE n.uid IS UNIQUE",
        "UNWIND [{uid: 'a'}, {uid: 'b'}] AS row MERGE (n:A:B {uid: row.uid}) ON CREATE SET n.v = -1"
                + " WITH n, row WHERE n.v < 1 SET n += {v: 1, s: 'x'}",
        "MATCH (a:A {uid: 'a'}) MATCH (b:A {uid: 'b'}) MERGE (a)-[e:R {uid: 'e'}]->(b) SET e.w = 0.5",
        "UNWIND ['a'] AS uid MATCH (n:A {uid: uid}) CALL (n) { MATCH (n)-[e]-(m:A) WHERE NOT m.uid IN ['z']"
                + " AND m.v <= 2 RETURN e, m ORDER BY e.w DESC LIMIT 3 } RETURN type(e), startNode(e) = n, m.uid",
        "MATCH (n:A) WHERE n.uid IN ['a', 'b'] DETACH DELETE n RETURN count(*)",
    };

    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]).toAbsolutePath();
        int port = Integer.parseInt(arguments[1]);
        setFirstPassword(home, System.getenv("NEO4J_FIRST_PASSWORD"));
        DatabaseManagementService service = configure(home, port).build();
        if (arguments.length > 2) {
            rehearse(service);
            return;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(service::shutdown));
        System.out.println("bolt ready on port " + port);
        Thread.currentThread().join();
    }

    private static void rehearse(DatabaseManagementService service) {
        for (String statement : REHEARSAL) {
            service.database("neo4j").executeTransactionally(statement, Map.of(), Result::resultAsString);
        }
        service.shutdown();
    }

    private static DatabaseManagementServiceBuilder configure(Path home, int port) {
        return new DatabaseManagementServiceBuilder(home)
                .setConfig(GraphDatabaseSettings.auth_enabled, true)
                .setConfig(BoltConnector.enabled, true)
                .setConfig(BoltConnector.listen_address, new SocketAddress("127.0.0.1", port))
                .setConfig(BoltConnector.advertised_address, new SocketAddress("127.0.0.1", port))
                .setConfig(BoltConnector.server_bolt_telemetry_enabled, false)
                .setConfig(GraphDatabaseSettings.udc_enabled, false)
                .setConfig(GraphDatabaseSettings.log_queries_parameter_logging_enabled, false)
                // One plan for a statement, not one for each order of magnitude of its lists.
                .setConfig(GraphDatabaseInternalSettings.cypher_size_hint_parameters, false)
                .setConfig(GraphDatabaseSettings.pagecache_memory, ByteUnit.mebiBytes(64))
                .setConfig(GraphDatabaseSettings.transaction_timeout, Duration.ofSeconds(60))
                // By default the Bolt server waits ten seconds for late requests before it ends.
                .setConfig(GraphDatabaseInternalSettings.netty_server_shutdown_quiet_period, 0)
                .setConfig(GraphDatabaseInternalSettings.netty_server_shutdown_timeout, Duration.ofSeconds(2))
                .setConfig(BoltConnectorInternalSettings.connection_shutdown_wait_time, Duration.ofSeconds(2))
                .setConfig(GraphDatabaseSettings.shutdown_transaction_end_timeout, Duration.ofSeconds(2))
                // Erased data lives on in transaction logs until they rotate: keep them few and small.
                .setConfig(GraphDatabaseSettings.keep_logical_logs, "1 files")
                .setConfig(GraphDatabaseSettings.logical_log_rotation_threshold, ByteUnit.mebiBytes(4))
                .setConfig(GraphDatabaseSettings.preallocate_logical_logs, false);
    }

    /** Before the first start, so that the port never answers to a default password. */
    private static void setFirstPassword(Path home, String password) throws Exception {
        if (Files.exists(home.resolve("data").resolve("databases").resolve("system"))) {
            return;
        }
        if (password == null || password.isEmpty()) {
            throw new IllegalStateException("NEO4J_FIRST_PASSWORD must be set for the first start");
        }
        // A start that was killed before its first checkpoint may have left the file of the first user.
        Files.deleteIfExists(home.resolve("data").resolve("dbms").resolve("auth.ini"));
        SetInitialPasswordCommand command =
                new SetInitialPasswordCommand(new ExecutionContext(home, home.resolve("conf")));
        new CommandLine(command).parseArgs("--", password);
        command.execute();
    }
}
