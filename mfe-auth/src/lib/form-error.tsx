import { ApiFailure } from '@lamella/shared/api'
import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

/** Message of a failed request above a form; announced by screen readers. */
export const FormError = ({ message }: { message: string | null }) =>
  message && (
    <Alert color="red" role="alert" mb="md" icon={<IconAlertCircle size={18} stroke={1.6} aria-hidden />}>
      {message}
    </Alert>
  )

/** First message of the server's error list (D1-8-25); null for other errors and unanswered calls. */
export const serverMessageOf = (error: unknown): string | null =>
  error instanceof ApiFailure && error.fromServer ? error.message : null

const unanswered =
  'The server did not answer, so it is not known whether this was saved. What you typed is kept; try again in a moment.'

/** Message for errors of any kind, where the page stays open. */
export const messageOf = (error: unknown): string => {
  if (error instanceof ApiFailure && error.status === null) return unanswered
  return serverMessageOf(error) ?? 'Sorry, something went wrong. Nothing was lost; try again in a moment.'
}
