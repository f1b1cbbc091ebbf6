import { types } from 'node:util'
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

const secretParameters = /([?&](?:access_token|refresh_token|token|password|secret|code|ticket)=)[^&#]*/gi
/** The ticket of an address for other programs is a part of its path (ADR 88). */
const secretSegments = /(\/links\/)[^/?#]+/g
const hidden = '[hidden]'

/** An email address as text or in a URL, wherever it occurs: a path, an answer of a mail server, an error detail of PostgreSQL. */
const mailAddress = /[\w.!#$%'*+^`~-]{1,64}(?:@|%40)(?:[a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{1,62}/gi
const hideMailAddresses = (line: string): string => line.replace(mailAddress, '[mail address]')

/** A URL as it may be logged: the secrets in its query are replaced, because mailed links and downloads carry some there. */
export const redactUrl = (url: string): string =>
  url.replace(secretParameters, `$1${hidden}`).replace(secretSegments, `$1${hidden}`)

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
 * A failed query is logged with its text, never with its parameters: among them are mails with links, hashes and addresses.
 * Drizzle writes the parameters into the message, and so into the stack and into the messages of wrapping errors.
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
 * Structured log of the server: one JSON object per line. Secrets are hidden by field name, three levels deep, email addresses
 * wherever they occur; IP addresses are never logged. Acts of users are in the audit log.
 * @param level - of pino; `silent` turns the log off
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
