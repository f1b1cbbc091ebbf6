import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

const secretParameters = /([?&](?:access_token|refresh_token|token|password|secret|code)=)[^&#]*/gi
const hidden = '[hidden]'

/** A URL as it may be logged: links carry tokens in their query (document 3 §7). */
export const redactUrl = (url: string): string => url.replace(secretParameters, `$1${hidden}`)

const secretFields = [
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'access_token',
  'refresh_token',
  'operatorToken',
  'databaseUrl',
  'smtpUrl',
]

/** Structured log of the server: one JSON a line. Secrets are hidden by name, three levels deep. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      redact: {
        paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`, `*.*.*.${field}`]),
        censor: hidden,
      },
      serializers: {
        err: stdSerializers.err,
        req: ({ id, method, url, ip }: { id: string; method: string; url: string; ip: string }) => ({
          id,
          method,
          url: redactUrl(url),
          ip,
        }),
      },
    },
    destination ?? pino.destination({ sync: true }),
  )
