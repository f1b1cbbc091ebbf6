import { Button, Checkbox, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { finishSignUp } from '../../features/sign-up/api.ts'
import { AgreementLabel } from '../../lib/agreement-label.tsx'
import { AuthScreen } from '../../lib/auth-screen.tsx'
import { FormError } from '../../lib/form-error.tsx'
import { isComplete, NewPasswordFields } from '../../lib/new-password-fields.tsx'
import { useSubmit } from '../../lib/use-submit.ts'

const required = (message: string) => (value: string) => (value.trim() === '' ? message : null)
const emptyPassword = { password: '', confirmation: '' }

/** Reached by the mailed link: person, organisation, password, both agreements (document 1 §3). */
const SignUpConfirmPage = () => {
  const [search] = useSearchParams()
  const [token] = useState(search.get('token'))
  const navigate = useNavigate()
  const [secret, setSecret] = useState(emptyPassword)
  const [agreed, setAgreed] = useState(false)
  const form = useForm({
    mode: 'controlled',
    validateInputOnChange: true,
    initialValues: {
      firstName: '',
      lastName: '',
      organizationName: '',
      sector: '',
      phoneNumber: '',
      department: '',
      position: '',
      fieldOfWork: '',
      discoverySource: '',
    },
    validate: {
      firstName: required('Firstname is a required field'),
      lastName: required('Lastname is a required field'),
      organizationName: required('Name is a required field'),
    },
  })
  const { busy, error, submit } = useSubmit(async () => {
    const { department, position, fieldOfWork, discoverySource, ...person } = form.getValues()
    await finishSignUp({
      ...person,
      password: secret.password,
      token: token ?? '',
      agreementTerms: true,
      agreementPrivacy: true,
      additionalInformation: { department, position, fieldOfWork, discoverySource },
    })
    navigate('/auth/welcome', { replace: true })
  })
  if (!token) return <Navigate to="/auth/signup" replace />

  const field = (name: keyof typeof form.values, label: string, autoComplete = 'off') => (
    <TextInput label={label} size="md" maxLength={128} autoComplete={autoComplete} {...form.getInputProps(name)} />
  )
  return (
    <AuthScreen title="Finish your sign-up" text="Tell us who you are and choose a password.">
      <FormError message={error} />
      <form onSubmit={form.onSubmit(() => void submit())} noValidate>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            {field('firstName', 'First name', 'given-name')}
            {field('lastName', 'Last name', 'family-name')}
          </SimpleGrid>
          {field('organizationName', 'Organization', 'organization')}
          <NewPasswordFields label="Password" value={secret} onChange={setSecret} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            {field('sector', 'Sector (optional)')}
            {field('phoneNumber', 'Phone (optional)', 'tel')}
            {field('department', 'Department (optional)')}
            {field('position', 'Position (optional)', 'organization-title')}
            {field('fieldOfWork', 'Field of work (optional)')}
            {field('discoverySource', 'How did you find us? (optional)')}
          </SimpleGrid>
          <Checkbox
            label={<AgreementLabel />}
            checked={agreed}
            onChange={(event) => setAgreed(event.currentTarget.checked)}
          />
          <Button
            type="submit"
            size="md"
            fullWidth
            loading={busy}
            disabled={!form.isValid() || !isComplete(secret) || !agreed}
          >
            Create account
          </Button>
        </Stack>
      </form>
    </AuthScreen>
  )
}

export default SignUpConfirmPage
