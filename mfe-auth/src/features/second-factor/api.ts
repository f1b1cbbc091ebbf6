import { call } from '@lamella/shared/api'
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  requireSecondFactor,
} from '@lamella/shared/contract'
import { queryOptions } from '@tanstack/react-query'

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor', 'own'],
  queryFn: async ({ signal }) =>
    (await call(getSecondFactor, {}, { signal, local: true, action: 'second-factor.read' })).data,
})

/** A secret for one visit of the form: made when it opens, forgotten when it closes. */
export const enrolmentQuery = queryOptions({
  queryKey: ['second-factor', 'enrolment'],
  queryFn: async ({ signal }) =>
    (await call(beginSecondFactor, {}, { signal, local: true, action: 'second-factor.begin' })).data,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

export interface Proof {
  password: string
  code: string
}

/** @returns the recovery codes */
export const confirmEnrolment = async (proof: Proof): Promise<string[]> =>
  (await call(confirmSecondFactor, { body: { data: proof } }, { local: true, action: 'second-factor.confirm' })).data
    .recoveryCodes

/** @returns the codes in place of the older ones */
export const renewCodes = async (proof: Proof): Promise<string[]> =>
  (await call(renewRecoveryCodes, { body: { data: proof } }, { local: true, action: 'second-factor.renew-codes' })).data
    .recoveryCodes

export const turnOff = (proof: Proof): Promise<undefined> =>
  call(disableSecondFactor, { body: { data: proof } }, { local: true, action: 'second-factor.disable' })

export const setRequired = (required: boolean): Promise<undefined> =>
  call(requireSecondFactor, { body: { data: { required } } }, { local: true, action: 'second-factor.require' })
