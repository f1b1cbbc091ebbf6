import { runtimeConfigAtom } from '@lamella/shared/session'
import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { AuthScreen } from '../../lib/auth-screen.tsx'

/** Shown after an account was created (D1-2.1-12). */
const WelcomePage = () => {
  const { name } = useAtomValue(runtimeConfigAtom).product
  return (
    <AuthScreen title={`Welcome to ${name}`} text="Your account has been created.">
      <Button component={Link} to="/auth/login" size="md" fullWidth>
        Continue to {name}
      </Button>
    </AuthScreen>
  )
}

export default WelcomePage
