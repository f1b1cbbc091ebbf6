import pg from 'pg'

/** Role of the application: it owns its database and has no further rights (ADR 42). */
export const applicationRole = 'lamella_app'

/**
 * Statements that make the application the owner of all objects of the superuser in a database: earlier versions worked as the
 * superuser. Sequences of columns follow their tables.
 */
const transfers = `
  WITH own AS (
    SELECT oid, nspname FROM pg_namespace
    WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
  ), me AS (SELECT oid FROM pg_roles WHERE rolname = current_user)
  SELECT format('ALTER SCHEMA %I OWNER TO ${applicationRole}', n.nspname) AS statement, 1 AS turn
  FROM pg_namespace n, me WHERE n.nspowner = me.oid AND n.oid IN (SELECT oid FROM own)
  UNION ALL
  SELECT format('ALTER %s %s OWNER TO ${applicationRole}',
    CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
    c.oid::regclass), CASE c.relkind WHEN 'S' THEN 3 ELSE 2 END
  FROM pg_class c, me
  WHERE c.relowner = me.oid AND c.relnamespace IN (SELECT oid FROM own) AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND c.relkind = 'S' AND d.deptype IN ('a', 'i'))
  UNION ALL
  SELECT format('ALTER TYPE %s OWNER TO ${applicationRole}', t.oid::regtype), 3
  FROM pg_type t, me WHERE t.typowner = me.oid AND t.typnamespace IN (SELECT oid FROM own) AND t.typtype IN ('e', 'd', 'r')
  UNION ALL
  SELECT format('ALTER ROUTINE %s OWNER TO ${applicationRole}', p.oid::regprocedure), 3
  FROM pg_proc p, me WHERE p.proowner = me.oid AND p.pronamespace IN (SELECT oid FROM own)
  ORDER BY turn`

/** Creates the role or sets its password, and makes it the owner of the database. */
export const ensureApplicationRole = async (
  superuser: pg.Client,
  database: string,
  password: string,
): Promise<void> => {
  const found = await superuser.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [applicationRole])
  const verb = found.rowCount === 0 ? 'CREATE' : 'ALTER'
  const rights = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS'
  await superuser.query(`${verb} ROLE ${applicationRole} ${rights} PASSWORD ${superuser.escapeLiteral(password)}`)
  await superuser.query(`ALTER DATABASE ${superuser.escapeIdentifier(database)} OWNER TO ${applicationRole}`)
}

/** Makes the application the owner of all objects in its database that still belong to the superuser; all or nothing. */
export const handOverObjects = async (urlOfDatabase: string): Promise<void> => {
  const superuser = new pg.Client({ connectionString: urlOfDatabase })
  superuser.on('error', () => undefined)
  await superuser.connect()
  try {
    const { rows } = await superuser.query<{ statement: string }>(transfers)
    if (rows.length === 0) return
    await superuser.query('BEGIN')
    for (const { statement } of rows) await superuser.query(statement)
    await superuser.query('COMMIT')
  } finally {
    await superuser.end()
  }
}
