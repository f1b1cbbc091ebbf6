import { runtimeConfigAtom } from '@lamella/shared/session'
import { Anchor } from '@mantine/core'
import { useAtomValue } from 'jotai'

/** Label of the one checkbox for both agreements; the documents open in another tab. */
export const AgreementLabel = () => {
  const { privacyUrl, termsUrl } = useAtomValue(runtimeConfigAtom).product
  return (
    <>
      I agree to the{' '}
      <Anchor href={privacyUrl} target="_blank" rel="noreferrer" inherit>
        Privacy Policy
      </Anchor>{' '}
      and the{' '}
      <Anchor href={termsUrl} target="_blank" rel="noreferrer" inherit>
        Terms of Service
      </Anchor>
    </>
  )
}
