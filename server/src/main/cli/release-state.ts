import type { AppId } from '@lamella/shared/contract'
import { InvalidArgumentError } from 'commander'
import type { ReleaseApi } from '../../domains/releases/index.ts'
import { parseVersion } from './release-options.ts'

type Releases = Awaited<ReturnType<ReleaseApi['list']>>

/** What is active of an app, with the name of that state. */
export interface AppState {
  /** "1.1.0 (10 %), 1.0.0 (90 %)", "1.0.0 (100 %), 1.1.0 on trial for named users"; empty: nothing. */
  active: string
  /** The version on trial, if the server tells. */
  trial: string | undefined
  /** To be sent with a change; undefined: nothing is published, or the server is from before pointers. */
  pointer: string | undefined
}

/** "10 %", "on trial for named users"; empty: nobody gets it. */
export const shareOf = ({ traffic, trial }: Pick<Releases[number], 'traffic' | 'trial'>): string => {
  if (traffic > 0) return `${traffic} %`
  return trial ? 'on trial for named users' : ''
}

/** The state of an app in a list of releases. */
export const stateIn = (releases: Releases, app: AppId): AppState => {
  const own = releases.filter((release) => release.app === app)
  const [named, shared] = [
    own.filter((one) => one.traffic === 0 && one.trial),
    own.filter(({ traffic }) => traffic > 0),
  ]
  const active = [
    ...shared.map((one) => `${one.version} (${shareOf(one)})`),
    ...named.map((one) => `${one.version} ${shareOf(one)}`),
  ]
  return { active: active.join(', '), trial: own.find(({ trial }) => trial)?.version, pointer: own[0]?.pointer }
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
 * @returns it; with its pointer, the server refuses the change once somebody else was faster
 * @throws Error when nothing is published, or the app is in another state than expected
 */
export const showState = async (api: ReleaseApi, app: AppId, expected?: string): Promise<AppState> => {
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
    return state
  }
  if (/^\d+$/.test(expected)) throw new Error(`Not state ${expected}, but ${sayState(app, state)}`)
  const alone = active.includes(`${expected} (`) ? ' alone' : ''
  throw new Error(`Not ${expected}${alone} is active for ${app}, but ${active || 'nothing'}.`)
}
