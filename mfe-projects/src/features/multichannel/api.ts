import { call, callWithHeaders, createdId } from '@lamella/shared/api'
import * as contract from '@lamella/shared/contract'

/** What a user writes of multichannel settings. */
export interface SettingsForm {
  name: string
  channels: contract.ChannelSettings[]
}

/** Stores new settings. @returns their id; null when the answer lacks it */
export const saveNewSettings = async (projectId: string, form: SettingsForm): Promise<string | null> => {
  const input = { params: { projectId }, body: { data: form } }
  const { headers } = await callWithHeaders(contract.createMultichannelSettings, input, {
    action: 'multichannel.create',
  })
  return createdId(headers)
}

/** @throws ApiFailure ERR_7001 when somebody else has changed them since that revision */
export const saveSettings = (settingsId: string, form: SettingsForm & { revision: number }): Promise<undefined> =>
  call(
    contract.updateMultichannelSettings,
    { params: { settingsId }, body: { data: form } },
    { action: 'multichannel.update' },
  )

export const removeSettings = (settingsId: string): Promise<undefined> =>
  call(contract.deleteMultichannelSettings, { params: { settingsId } }, { action: 'multichannel.delete' })

/** Shows all images of a project by these settings; null: as their files say. */
export const applyToProject = (projectId: string, settings: string | null): Promise<undefined> =>
  call(
    contract.applyMultichannelSettings,
    { params: { projectId }, body: { data: { settings } } },
    { action: 'multichannel.apply' },
  )
