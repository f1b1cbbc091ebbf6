import { bus } from '@lamella/shared/events'
import { logout } from '@lamella/shared/session'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import first from '../../assets/pictures/goodbye-1.webp'
import second from '../../assets/pictures/goodbye-2.webp'
import third from '../../assets/pictures/goodbye-3.webp'
import { AuthScreen } from '../../lib/auth-screen.tsx'

const pictures = [first, second, third]

const LogoutPage = () => {
  const [picture] = useState(() => pictures[Math.floor(Math.random() * pictures.length)])
  useEffect(() => {
    bus.emit('toast/clear')
    void logout()
  }, [])
  return (
    <AuthScreen title="Goodbye" text="You have been logged out successfully." image={picture}>
      <Button component={Link} to="/auth/login" size="md" fullWidth>
        Log in again
      </Button>
    </AuthScreen>
  )
}

export default LogoutPage
