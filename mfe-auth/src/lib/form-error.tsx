import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

/** What a form's request was refused with; announced by screen readers. */
export const FormError = ({ message }: { message: string | null }) =>
  message && (
    <Alert color="red" role="alert" mb="md" icon={<IconAlertCircle size={18} stroke={1.6} aria-hidden />}>
      {message}
    </Alert>
  )

/** The first message of a failed action (document 1 §8). */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : 'Sorry, something went wrong. Your entries are kept.'
