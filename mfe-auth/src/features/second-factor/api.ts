import { call } from '@lamella/shared/api'
import {
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  requireSecondFactor,
} from '@lamella/shared/contract'

export interface Proof {
  password: string
  code: string
}

/** @returns the recovery codes */
export const confirmEnrolment = async (proof: Proof): Promise<string[]> =>
  (await call(confirmSecondFactor, { body: { data: proof } }, { action: 'second-factor.confirm' })).data.recoveryCodes

/** @returns the codes in place of the older ones */
export const renewCodes = async (proof: Proof): Promise<string[]> =>
  (await call(renewRecoveryCodes, { body: { data: proof } }, { action: 'second-factor.renew-codes' })).data
    .recoveryCodes

export const turnOff = (proof: Proof): Promise<undefined> =>
  call(disableSecondFactor, { body: { data: proof } }, { action: 'second-factor.disable' })

export const setRequired = (required: boolean): Promise<undefined> =>
  call(requireSecondFactor, { body: { data: { required } } }, { action: 'second-factor.require' })
