import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'

const units = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 } as const

/**
 * `8MB` → bytes, with the factor 1024 (D3-3-09).
 * @throws Error for anything but a number with KB, MB or GB
 */
export const parseSize = (text: string): number => {
  const match = /^(\d+(?:\.\d+)?)\s*(KB|MB|GB)$/i.exec(text.trim())
  if (!match) throw new Error(`"${text}" is not a size: use KB, MB or GB, for example 8MB`)
  return Math.floor(Number(match[1]) * units[String(match[2]).toUpperCase() as keyof typeof units])
}

const isSafeOrigin = (text: string): boolean => {
  const url = URL.parse(text)
  // A wildcard or ";" would be in the name of a host for the parser of URLs, and for the policy many hosts or its next directive.
  if (!url || url.origin !== text || !/^[a-z]+:\/\/(\[[0-9a-f:]+\]|[a-z0-9._-]+)(:\d+)?$/.test(text)) return false
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
  )
}

const size = z.string().refine((text) => /^(\d+(?:\.\d+)?)\s*(KB|MB|GB)$/i.test(text.trim()), {
  error: 'must be a number with KB, MB or GB, for example 8MB',
})
/** Origins (scheme, host and port), separated by commas. Without TLS only on this machine: what lies there runs with the rights of the user. */
const origins = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim().replace(/\/$/, ''))
      .filter(Boolean),
  )
  .refine((list) => list.every(isSafeOrigin), {
    error: 'must be origins like https://cdn.example, separated by commas; http only on this machine',
  })
const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')

/** The environment as docs/running.md describes it. An empty variable counts as absent. */
const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url().optional(),
  LAMELLA_DATA: z.string().default('./data'),
  DATABASE_URL: z.string().startsWith('postgres').optional(),
  SMTP_URL: z.string().startsWith('smtp').optional(),
  MAIL_FROM: z.string().default('Lamella <no-reply@localhost>'),
  LAMELLA_ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  WORKER_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).optional(),
  SIGNUP_DISABLED: flag.default(false),
  MAX_UPLOAD_SIZE: size.default('20GB'),
  MAX_CHUNK_SIZE: size.default('8MB'),
  LAMELLA_DEMO: flag.optional(),
  LAMELLA_OPERATOR_TOKEN: z.string().min(32).optional(),
  LAMELLA_SECRET_KEY: z.string().min(32).optional(),
  TRUST_PROXY: flag.optional(),
  MAX_CONNECTIONS: z.coerce.number().int().min(1).default(5000),
  LAMELLA_PUBLISH_BUILDS: flag.default(false),
  LAMELLA_REMOTE_ORIGINS: origins.default([]),
  TELEMETRY_SHARE: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

/** Configuration of a process, validated; sizes and defaults are in docs/running.md. */
export interface Config {
  port: number
  host: string
  publicUrl: string
  /** Absolute path of the data folder. */
  dataDir: string
  databaseUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  role: 'all' | 'api' | 'worker'
  /** Port of the probes of a worker; 0: a free one. */
  workerPort: number
  workerConcurrency: number
  signupDisabled: boolean
  /** As the clients read them, e.g. `20GB`. */
  maxUploadSize: string
  /** Bytes of one part of an upload at most, in the same form. */
  maxChunkSize: string
  /** Undefined: made only in a new data folder that serves this machine (`wantsDemo`). */
  demo: boolean | undefined
  operatorToken: string | undefined
  /** Key that seals secrets in the database; undefined: `secret.key` in the data folder. */
  secretKey: string | undefined
  /** Whether the forwarding headers of a proxy name the client. Undefined: not configured, which is allowed only without TLS. */
  trustProxy: boolean | undefined
  /** Simultaneous connections; further ones are closed at once. */
  maxConnections: number
  /** Publish and activate the builds of this work tree before listening (`npm start`). */
  publishBuilds: boolean
  /** Other origins from which browsers may load remotes (ADR 63). */
  remoteOrigins: string[]
  /** Share of the pages that tell how long they took to load; 0: no page tells anything. */
  telemetryShare: number
  logLevel: string
}

/** Reads and checks the environment. @throws Error with one line per invalid variable */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(present)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The environment is not valid.\n${lines.join('\n')}`)
  }
  const e = parsed.data
  return {
    port: e.PORT,
    host: e.HOST,
    publicUrl: (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/$/, ''),
    dataDir: resolve(e.LAMELLA_DATA),
    databaseUrl: e.DATABASE_URL,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    role: e.LAMELLA_ROLE,
    workerPort: e.WORKER_PORT,
    workerConcurrency: e.WORKER_CONCURRENCY ?? Math.max(1, availableParallelism() - 1),
    signupDisabled: e.SIGNUP_DISABLED,
    maxUploadSize: e.MAX_UPLOAD_SIZE,
    maxChunkSize: e.MAX_CHUNK_SIZE,
    demo: e.LAMELLA_DEMO,
    operatorToken: e.LAMELLA_OPERATOR_TOKEN,
    secretKey: e.LAMELLA_SECRET_KEY,
    trustProxy: e.TRUST_PROXY,
    maxConnections: e.MAX_CONNECTIONS,
    publishBuilds: e.LAMELLA_PUBLISH_BUILDS,
    remoteOrigins: e.LAMELLA_REMOTE_ORIGINS,
    telemetryShare: e.TELEMETRY_SHARE,
    logLevel: e.LOG_LEVEL,
  }
}
