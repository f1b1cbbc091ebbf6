import { rememberReturn } from '@lamella/shared/session'
import { useLocation, useNavigate } from 'react-router-dom'

/** @returns navigates to the error page, with this page as the return address (D1-8-29) */
export const useErrorPage = (): (() => void) => {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  return () => {
    rememberReturn(pathname + search + hash)
    navigate('/error')
  }
}
