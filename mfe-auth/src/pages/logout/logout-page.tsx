import { bus } from '@lamella/shared/events'
import { forgetDrafts, logout } from '@lamella/shared/session'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { AuthScreen } from '../../lib/auth-screen.tsx'
import { goodbyeMicrographs } from '../../lib/micrographs.ts'

/** Logs out (D1-2.1-21), discards drafts and toasts, and says goodbye. */
const LogoutPage = () => {
  const [micrograph] = useState(() => goodbyeMicrographs[Math.floor(Math.random() * goodbyeMicrographs.length)])
  useEffect(() => {
    bus.emit('toast/clear')
    forgetDrafts()
    void logout()
  }, [])
  return (
    <AuthScreen title="Goodbye" text="You have been logged out successfully." micrograph={micrograph}>
      <Button component={Link} to="/auth/login" size="md" fullWidth>
        Log in again
      </Button>
    </AuthScreen>
  )
}

export default LogoutPage
