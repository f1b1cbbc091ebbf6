import type { ReleaseApi } from '../../domains/releases/index.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import { readOperatorToken } from '../../platform/http/operator-token.ts'
import { createLogger } from '../../platform/log.ts'
import { FolderInUse } from '../../platform/storage/folder-lock.ts'
import { httpReleases } from './release-http.ts'
import { shownReleases } from './shown-text.ts'

const patience = 3_000

/** Addresses at which a server with this configuration may answer: on this machine, or its public address. */
const addressesOf = ({ host, port, publicUrl }: Config): string[] => {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const local = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
  return [...new Set([local, publicUrl])]
}

const isServer = async (address: string): Promise<boolean> => {
  try {
    const answer = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(patience) })
    const body: unknown = await answer.json()
    return answer.ok && typeof body === 'object' && body !== null && 'status' in body
  } catch {
    return false
  }
}

const findServer = async (addresses: readonly string[]): Promise<string | null> => {
  for (const address of addresses) if (await isServer(address)) return address
  return null
}

const useServer = async <T>(config: Config, address: string, use: (api: ReleaseApi) => Promise<T>): Promise<T> => {
  const token = await readOperatorToken(config)
  if (!token) {
    throw new Error(
      `A server runs at ${address}, but ${config.dataDir} holds no operator.token. ` +
        'Set LAMELLA_DATA to the folder of that server, or LAMELLA_OPERATOR_TOKEN.',
    )
  }
  return use(shownReleases(httpReleases(address, token)))
}

/** Where a command works is said before it does anything, apart from its output. */
const say = (where: string): void => console.error(where)

/** No server runs: this process owns the data folder for the time of the command. */
const useFolder = async <T>(
  config: Config,
  addresses: readonly string[],
  use: (api: ReleaseApi) => Promise<T>,
): Promise<T> => {
  say(`Data folder: ${config.dataDir}`)
  // Loaded only here: a command that asks a running server starts in a third of the time.
  const { localReleases } = await import('../../domains/releases/index.ts')
  const { boot } = await import('../boot.ts')
  const server = await boot({ ...config, role: 'api' }, { log: createLogger('warn'), isAlone: true }).catch((error) => {
    if (!(error instanceof FolderInUse)) throw error
    const where = addresses.join(' or ')
    throw new Error(`${error.message} It does not answer at ${where}: set HOST and PORT as that process has them.`)
  })
  try {
    return await use(shownReleases(localReleases(server.context, { name: 'operator, offline' })))
  } finally {
    await server.close()
  }
}

/** What the environment says of the server that is meant. */
const { PUBLIC_URL, HOST, PORT, LAMELLA_OPERATOR_TOKEN } = process.env

/** Where the environment says that the server is: its public address, when that alone is named. */
const namedAddresses = (config: Config): string[] =>
  PUBLIC_URL && !HOST && !PORT ? [config.publicUrl] : addressesOf(config)

/** A server that is named is meant: without it, nothing is changed in its place. */
const isNamed = Boolean(PUBLIC_URL || LAMELLA_OPERATOR_TOKEN)

const useNamed = <T>(config: Config, address: string, use: (api: ReleaseApi) => Promise<T>): Promise<T> => {
  say(`Server: ${address}`)
  return useServer(config, address, use)
}

/**
 * Runs with the API of the running server, or, when none runs and the environment names none (`PUBLIC_URL`, `LAMELLA_OPERATOR_TOKEN`), with the
 * data folder itself. @throws Error in words
 */
export const withReleases = async <T>(use: (api: ReleaseApi) => Promise<T>): Promise<T> => {
  const config = readConfig()
  const addresses = namedAddresses(config)
  const server = await findServer(addresses)
  if (server) return useNamed(config, server, use)
  if (!isNamed) return useFolder(config, addresses, use)
  throw new Error(
    `No Lamella server answers at ${addresses.join(' or ')}, and nothing was done. The environment names that server (PUBLIC_URL or ` +
      'LAMELLA_OPERATOR_TOKEN); without both, the command changes the data folder of a server that does not run.',
  )
}

/** Runs with the API of a running server, here or elsewhere, and never with a data folder alone. @throws Error in words */
export const withServer = async <T>(use: (api: ReleaseApi) => Promise<T>): Promise<T> => {
  const config = readConfig()
  const addresses = namedAddresses(config)
  const server = await findServer(addresses)
  if (!server) {
    throw new Error(
      `No Lamella server answers at ${addresses.join(' or ')}. Start one (npm start), or name one elsewhere: ` +
        'PUBLIC_URL=https://… and LAMELLA_OPERATOR_TOKEN=….',
    )
  }
  return useNamed(config, server, use)
}
