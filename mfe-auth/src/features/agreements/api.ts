import { call, delay } from '@lamella/shared/api'
import { confirmPrivacy, confirmTerms } from '@lamella/shared/contract'

/** Milliseconds between accepting the terms and the privacy policy (document 1 §4.3). */
const privacyDelay = 1000

export const acceptAgreements = async (): Promise<void> => {
  const options = { action: 'auth.agreements' }
  await call(confirmTerms, { body: { data: { agreementTerms: true } } }, options)
  await delay(privacyDelay)
  await call(confirmPrivacy, { body: { data: { agreementPrivacy: true } } }, options)
}
