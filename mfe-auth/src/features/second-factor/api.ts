import { call } from '@lamella/shared/api'
import {
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  requireSecondFactor,
} from '@lamella/shared/contract'

/** Password and code that authorise a change of the second factor. */
export interface Proof {
  password: string
  code: string
}

/**
 * Turns the second factor on.
 * @returns the recovery codes, which the server does not show again
 * @throws ApiFailure when password or code is wrong
 */
export const confirmEnrolment = async (proof: Proof): Promise<string[]> =>
  (await call(confirmSecondFactor, { body: { data: proof } }, { action: 'second-factor.confirm' })).data.recoveryCodes

/**
 * Replaces the recovery codes; the older ones stop working.
 * @throws ApiFailure when password or code is wrong
 */
export const renewCodes = async (proof: Proof): Promise<string[]> =>
  (await call(renewRecoveryCodes, { body: { data: proof } }, { action: 'second-factor.renew-codes' })).data
    .recoveryCodes

/**
 * Turns the second factor off.
 * @throws ApiFailure when password or code is wrong
 */
export const turnOffSecondFactor = (proof: Proof): Promise<undefined> =>
  call(disableSecondFactor, { body: { data: proof } }, { action: 'second-factor.disable' })

/** Sets whether every member of the organisation needs a second factor (admins only). */
export const setSecondFactorRequired = (required: boolean): Promise<undefined> =>
  call(requireSecondFactor, { body: { data: { required } } }, { action: 'second-factor.require' })
