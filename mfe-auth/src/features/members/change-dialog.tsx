import type { GlobalRole } from '@lamella/shared/contract'
import type { Person } from '@lamella/shared/queries'
import { ConfirmDialog } from '@lamella/shared/ui'
import { roles } from './roles.ts'

/** A change of a member that needs confirmation, because it removes access or grants much. */
export type MemberQuestion =
  | { kind: 'role'; person: Person; role: GlobalRole }
  | { kind: 'deactivate' | 'reset'; person: Person }

interface ChangeDialogProps {
  /** Null: closed. */
  question: MemberQuestion | null
  onConfirm: (question: MemberQuestion) => Promise<void>
  onClose: () => void
}

const wordsOf = (question: MemberQuestion) => {
  const { fullName } = question.person
  if (question.kind === 'role') {
    const role = roles.find(({ value }) => value === question.role)
    return { title: 'Change role', text: `${fullName} ${role?.effect}.`, action: role?.change ?? '' }
  }
  if (question.kind === 'deactivate') {
    return {
      title: 'Deactivate user',
      text: `${fullName} is logged out everywhere and cannot log in until you activate the account again. Projects and images stay.`,
      action: 'Deactivate',
    }
  }
  return {
    title: 'Reset two-step verification',
    text: `The app and the recovery codes of ${fullName} stop working: the password alone opens the account until it is set up again. Make sure that it is ${fullName} who asks.`,
    action: 'Reset',
  }
}

/** Asks for confirmation of a member's change. */
export const ChangeDialog = ({ question, onConfirm, onClose }: ChangeDialogProps) => {
  const words = question && wordsOf(question)
  return (
    <ConfirmDialog
      opened={question !== null}
      title={words?.title ?? ''}
      confirmLabel={words?.action ?? ''}
      destructive={question !== null && question.kind !== 'role'}
      onConfirm={() => question && onConfirm(question)}
      onClose={onClose}
    >
      {words?.text}
    </ConfirmDialog>
  )
}
