import { rememberReturn } from '@lamella/shared/session'
import { useLocation, useNavigate } from 'react-router-dom'

/** @returns leaves for the error page, which offers the way back to this one (document 1 §8) */
export const useErrorPage = (): (() => void) => {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  return () => {
    rememberReturn(pathname + search + hash)
    navigate('/error')
  }
}
