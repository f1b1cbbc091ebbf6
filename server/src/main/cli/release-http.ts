import type { Endpoint } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import type { ReleaseApi } from '../../domains/releases/index.ts'
import { readList } from './read-list.ts'

interface Call {
  params?: Record<string, string>
  /** Path below the address, for an endpoint that ends with `*`. */
  rest?: string
  body?: unknown
  content?: Uint8Array
  /** State of the active versions on which a change was decided. */
  expected?: string | undefined
  /** Of what is active, or of a trial. */
  isPointerChange?: boolean
}

const pathOf = ({ path }: Endpoint, { params = {}, rest = '' }: Call): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')).replace('*', rest)

const bodyOf = ({ body, content }: Call): RequestInit => {
  if (content) return { body: Buffer.from(content), headers: { 'content-type': 'application/octet-stream' } }
  return body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/**
 * What to do when no answer came: a change of what is active may have been done, and done twice it may be another change (a second rollback goes
 * further back). Named with the state that it replaces, it is done once at most.
 */
const adviceAfterSilence = ({ method }: Endpoint, { params = {}, expected, isPointerChange }: Call): string => {
  const { app = '' } = params
  if (isPointerChange) {
    const look = `so it is not known whether this was done. Look first: lamella release history ${app}.`
    return expected === undefined
      ? look
      : `${look} With --expect ${expected.replaceAll('"', '')} the command can be repeated: then it does nothing if it was done already.`
  }
  return method === 'GET'
    ? 'so it is not known what is active. Look with lamella release list before you repeat a change.'
    : 'so it is not known whether this was done. The command can be repeated.'
}

/** No answer came: what was asked for may have been done. */
export class LostAnswer extends Error {}

/** The operations by HTTP. Each throws an Error with the sentence of the server. @param token - operator token */
export const httpReleases = (server: string, token: string): ReleaseApi => {
  const send = async (endpoint: Endpoint, call: Call): Promise<unknown> => {
    const { headers, ...content } = bodyOf(call)
    const answer = await fetch(server + pathOf(endpoint, call), {
      method: endpoint.method,
      ...content,
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        ...(call.expected !== undefined && { 'if-match': call.expected }),
      },
    }).catch((error: unknown) => {
      throw new LostAnswer(`The server at ${server} does not answer any more, ${adviceAfterSilence(endpoint, call)}`, {
        cause: error,
      })
    })
    if (answer.ok) return answer.status === 204 ? undefined : answer.json()
    const { data } = contract.errorBody.safeParse(await answer.json().catch(() => null))
    const [first] = data?.errors ?? []
    // Of named tokens the server says more.
    if (answer.status === 401 && !token.startsWith('lmt_')) {
      throw new Error(`The server at ${server} does not accept this operator token.`)
    }
    throw new Error(first ? `${first.detail} (${first.code})` : `${server} answered ${answer.status}.`)
  }

  const change = (endpoint: Endpoint, call: Call): Promise<unknown> =>
    send(endpoint, { ...call, isPointerChange: true })

  return {
    list: async () => readList(contract.listReleases.success.body, await send(contract.listReleases, {}), 'releases'),
    storeFile: async (app, version, path, content) => {
      await send(contract.putReleaseFile, {
        params: { app, version },
        rest: path.split('/').map(encodeURIComponent).join('/'),
        content,
      })
    },
    complete: async (app, version, files, more) => {
      const answer = await send(contract.completeRelease, {
        params: { app, version },
        body: { data: { files, ...more } },
      })
      return contract.completeRelease.success.body.parse(answer).data
    },
    activate: async ({ app, version, traffic }, { expected, ...how } = {}) => {
      const body = { data: { traffic, ...how } }
      await change(contract.activateRelease, { params: { app, version }, body, expected })
    },
    rollBack: async (app, { expected, ...how } = {}) => {
      const answer = await change(contract.rollbackRelease, { params: { app }, body: { data: how }, expected })
      return contract.rollbackRelease.success.body.parse(answer).data.version
    },
    startTrial: async (app, wish, { expected, ...how } = {}) => {
      await change(contract.startTrial, { params: { app }, body: { data: { ...wish, ...how } }, expected })
    },
    changeTrial: async (app, wish, { expected, ...how } = {}) => {
      await change(contract.changeTrial, { params: { app }, body: { data: { ...wish, ...how } }, expected })
    },
    endTrial: async (app, { expected, ...how } = {}) => {
      await change(contract.endTrial, { params: { app }, body: { data: how }, expected })
    },
    overview: async () =>
      readList(contract.releaseOverview.success.body, await send(contract.releaseOverview, {}), 'apps'),
    remove: async (app, version, how = {}) => {
      await send(contract.removeRelease, { params: { app, version }, body: { data: how } })
    },
    prune: async (app, keep, reason) => {
      const answer = await send(contract.pruneReleases, { params: { app }, body: { data: { keep, reason } } })
      return contract.pruneReleases.success.body.parse(answer).data
    },
    history: async (app) => {
      const answer = await send(contract.releaseHistory, { params: { app } })
      return readList(contract.releaseHistory.success.body, answer, 'entries of the history')
    },
    check: async (app, version) => {
      const answer = await send(contract.checkRelease, { params: { app, version } })
      return contract.checkRelease.success.body.parse(answer).data
    },
  }
}
