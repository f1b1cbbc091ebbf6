import type { AppId } from '@lamella/shared/contract'
import { InvalidArgumentError } from 'commander'
import type { ReleaseApi } from '../../domains/releases/index.ts'
import { parseVersion } from './release-options.ts'

/** What is active of an app, with the name of that state. */
export interface AppState {
  /** "1.1.0 (10 %), 1.0.0 (90 %)"; empty: nothing. */
  active: string
  /** To be sent with a change; undefined: nothing is published, or the server is from before pointers. */
  pointer: string | undefined
}

/** The state of an app in a list of releases. */
export const stateIn = (releases: Awaited<ReturnType<ReleaseApi['list']>>, app: AppId): AppState => {
  const own = releases.filter((release) => release.app === app)
  const active = own.filter(({ traffic }) => traffic > 0).map(({ version, traffic }) => `${version} (${traffic} %)`)
  return { active: active.join(', '), pointer: own[0]?.pointer }
}

/** "1.1.0 (10 %), 1.0.0 (90 %)" */
export const activeOf = async (api: ReleaseApi, app: AppId): Promise<string> => stateIn(await api.list(), app).active

export interface ChangeOptions {
  force?: true
  reason?: string
  expect?: string
}

const numberOf = (pointer: string): string => pointer.replaceAll('"', '')

/** A version, or the number of a state as the commands show it. @throws InvalidArgumentError */
export const parseExpected = (text: string): string => {
  if (/^\d+$/.test(text)) return text
  try {
    return parseVersion(text)
  } catch {
    throw new InvalidArgumentError('It looks like 1.2.0, or is the number of a state, such as 7.')
  }
}

/** "projects so far: 1.1.0 (100 %), state 7." */
export const sayState = (app: AppId, { active, pointer }: AppState): string =>
  `${app} so far: ${active || 'nothing active'}${pointer === undefined ? '' : `, state ${numberOf(pointer)}`}.`

/**
 * Shows the state that a change replaces.
 * @param expected - the active version or the number of the state on which the operator has decided
 * @returns its pointer, with which the server refuses the change once somebody else was faster; undefined: the server is too old for that
 * @throws Error when nothing is published, or the app is in another state than expected
 */
export const showState = async (api: ReleaseApi, app: AppId, expected?: string): Promise<string | undefined> => {
  const releases = await api.list()
  if (!releases.some((release) => release.app === app)) throw new Error(`No version of ${app} is published.`)
  const state = stateIn(releases, app)
  const { active, pointer } = state
  if (pointer === undefined) console.warn('This server is too old to notice a change by somebody else in the meantime.')
  const isExpected =
    expected === undefined ||
    active === `${expected} (100 %)` ||
    (pointer !== undefined && expected === numberOf(pointer))
  if (isExpected) {
    console.log(sayState(app, state))
    return pointer
  }
  if (/^\d+$/.test(expected)) throw new Error(`Not state ${expected}, but ${sayState(app, state)}`)
  throw new Error(`Not ${expected} is active for ${app}, but ${active || 'nothing'}.`)
}
