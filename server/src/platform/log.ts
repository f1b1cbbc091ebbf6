import { types } from 'node:util'
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

const secretParameters = /([?&](?:access_token|refresh_token|token|password|secret|code|ticket)=)[^&#]*/gi
const hidden = '[hidden]'

/** A mail address as text or in a URL, wherever it stands: in a path, a refusal of a mail server, a detail of PostgreSQL. */
const mailAddress = /[\w.!#$%'*+^`~-]{1,64}(?:@|%40)(?:[a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{1,62}/gi
const hideMailAddresses = (line: string): string => line.replace(mailAddress, '[mail address]')

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
  'secretKey',
  'ticket',
  'databaseUrl',
  'smtpUrl',
]

/**
 * A failed query tells its text, never what it was given: among that are mails with links, hashes and addresses.
 * Drizzle writes it into the message, from where it also reaches the stack, and the message of what wraps the error.
 */
const describeError = (error: Error): object => {
  const described: Record<string, unknown> = { ...stdSerializers.err(error) }
  for (let inner: unknown = error; types.isNativeError(inner); inner = inner.cause) {
    if (!('query' in inner && 'params' in inner)) continue
    const { message } = inner
    for (const field of ['message', 'stack']) {
      described[field] = String(described[field]).replaceAll(message, `Failed query: ${inner.query}`)
    }
  }
  if (error instanceof AggregateError) described.aggregateErrors = error.errors.map(describeError)
  const { params: _, ...rest } = described
  return rest
}

/**
 * Structured log of the server: one JSON a line. Secrets are hidden by name, three levels deep; mail addresses wherever
 * they stand, and those of computers are not written in the first place. Who did what is in the audit log.
 */
export const createLogger = (
  level: string,
  destination: DestinationStream = pino.destination({ sync: true }),
): Logger =>
  pino(
    {
      level,
      redact: {
        paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`, `*.*.*.${field}`]),
        censor: hidden,
      },
      serializers: {
        err: describeError,
        req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
          id,
          method,
          url: redactUrl(url),
        }),
      },
    },
    { write: (line) => destination.write(hideMailAddresses(line)) },
  )
