import { runtimeConfigAtom } from '@lamella/shared/session'
import { Anchor, Checkbox } from '@mantine/core'
import { useAtomValue } from 'jotai'

interface AgreementBoxProps {
  /** Null until first touched, when no error is shown yet. */
  agreed: boolean | null
  onChange: (agreed: boolean) => void
}

/** One checkbox for both agreements (D1-2.1-03), which open in another tab (D1-2.1-04). */
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
