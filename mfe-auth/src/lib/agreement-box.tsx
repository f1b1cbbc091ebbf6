import { runtimeConfigAtom } from '@lamella/shared/session'
import { Anchor, Checkbox } from '@mantine/core'
import { useAtomValue } from 'jotai'

interface AgreementBoxProps {
  /** Null: not touched yet, so that nothing is wrong. */
  agreed: boolean | null
  onChange: (agreed: boolean) => void
}

/** The one checkbox for both agreements; the documents open in another tab (document 1 §2.1, §5). */
export const AgreementBox = ({ agreed, onChange }: AgreementBoxProps) => {
  const { privacyUrl, termsUrl } = useAtomValue(runtimeConfigAtom).product
  return (
    <Checkbox
      checked={agreed ?? false}
      onChange={(event) => onChange(event.currentTarget.checked)}
      error={agreed === false ? 'Please agree to our Privacy Policy and Terms of Service' : null}
      label={
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
      }
    />
  )
}
