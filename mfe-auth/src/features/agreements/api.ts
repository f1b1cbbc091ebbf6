import { call, delay } from '@lamella/shared/api'
import { confirmPrivacy, confirmTerms } from '@lamella/shared/contract'

/** Milliseconds between the confirmations of the terms and of the privacy policy (D1-4.3-02). */
const privacyDelay = 1000

/**
 * Confirms the terms, then the privacy policy (D1-4.3-01).
 * @throws ApiFailure; the terms may then be confirmed already
 */
export const acceptAgreements = async (): Promise<void> => {
  const options = { action: 'auth.agreements' }
  await call(confirmTerms, { body: { data: { agreementTerms: true } } }, options)
  await delay(privacyDelay)
  await call(confirmPrivacy, { body: { data: { agreementPrivacy: true } } }, options)
}
