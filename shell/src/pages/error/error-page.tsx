import {
  forgetReturn,
  logout,
  readReturn,
  runtimeConfigAtom,
  sessionStateAtom,
  tokenSource,
} from '@lamella/shared/session'
import { Anchor, Button, Title } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router-dom'
import picture from '../../assets/pictures/out-of-focus.webp'
import css from './error-page.module.css'
import { errorPageOf } from './error-pages.ts'

/** Status of the answer that has led here, as `redirectOnFailure` notes it. */
const statusIn = (state: unknown): number | null | undefined => {
  const status = typeof state === 'object' && state !== null && 'status' in state ? state.status : undefined
  return typeof status === 'number' || status === null ? status : undefined
}

/** Error page of `/error` and `/error/{id}` (D1-2.5-01). */
export const ErrorPage = () => {
  const { id } = useParams()
  const { supportEmail } = useAtomValue(runtimeConfigAtom).product
  const { title, message, button, logsOut, contact } = errorPageOf(id, statusIn(useLocation().state))
  const [back] = useState(readReturn)
  const active = useAtomValue(sessionStateAtom) === 'active'
  // A token was kept but no user could be loaded with it; only reloading the portal tries again.
  const anew = !active && tokenSource.accessToken() !== null
  useEffect(() => {
    if (logsOut) void logout()
  }, [logsOut])
  useEffect(
    () => () => {
      // Navigation between error pages keeps the return address.
      if (!window.location.pathname.startsWith('/error')) forgetReturn()
    },
    [],
  )

  return (
    <div className={css.page}>
      <div className={css.eyepiece}>
        <img src={picture} alt="" width={224} height={224} />
      </div>
      {id && /^\d+$/.test(id) && <p className={css.code}>{id}</p>}
      <Title order={1} tabIndex={-1}>
        {title}
      </Title>
      <p className={css.message}>{message}</p>
      <div className={css.actions}>
        <Button component={Link} to={button.to} onClick={forgetReturn} reloadDocument={anew}>
          {button.label}
        </Button>
        {back && (
          <Button
            component={Link}
            to={back}
            reloadDocument={anew}
            variant="default"
            leftSection={<IconArrowBackUp size={16} stroke={1.7} aria-hidden />}
            onClick={forgetReturn}
          >
            Go back and try again
          </Button>
        )}
      </div>
      {contact && (
        <p className={css.contact}>
          If the error persists, please <Anchor href={`mailto:${supportEmail}`}>contact us</Anchor>.
        </p>
      )}
    </div>
  )
}
