import type { AppId } from '@lamella/shared/contract'
import type { ReleaseApi } from '../../domains/releases/index.ts'

/** "1.1.0 (10 %), 1.0.0 (90 %)" */
export const activeOf = async (api: ReleaseApi, app: AppId): Promise<string> =>
  (await api.list())
    .filter((release) => release.app === app && release.traffic > 0)
    .map(({ version, traffic }) => `${version} (${traffic} %)`)
    .join(', ')

export interface ChangeOptions {
  force?: true
  reason?: string
  expect?: string
}

/** State of the app on which the operator has decided. @throws Error when it has another active version than expected */
export const expectedState = async (api: ReleaseApi, app: AppId, version?: string): Promise<string | undefined> => {
  if (version === undefined) return undefined
  const active = (await api.list()).filter((release) => release.app === app && release.traffic > 0)
  const [only] = active
  if (active.length === 1 && only?.version === version) return only.pointer
  throw new Error(`Not ${version} is active for ${app}, but ${(await activeOf(api, app)) || 'nothing'}.`)
}
