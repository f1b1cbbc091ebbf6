import { ApiFailure } from '@lamella/shared/api'
import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

/** What a form's request was refused with; announced by screen readers. */
export const FormError = ({ message }: { message: string | null }) =>
  message && (
    <Alert color="red" role="alert" mb="md" icon={<IconAlertCircle size={18} stroke={1.6} aria-hidden />}>
      {message}
    </Alert>
  )

/** The first message of the server's error list (document 1 §8); null when it gave none, or did not answer. */
export const serverMessageOf = (error: unknown): string | null =>
  error instanceof ApiFailure && error.fromServer ? error.message : null

const unanswered =
  'The server did not answer, so it is not known whether this was saved. What you typed is kept; try again in a moment.'

/** For what stays on the screen whatever happens. */
export const messageOf = (error: unknown): string => {
  if (error instanceof ApiFailure && error.status === null) return unanswered
  return serverMessageOf(error) ?? 'Sorry, something went wrong. Nothing was lost; try again in a moment.'
}
