import type { CurrentUser, RuntimeConfig } from '@lamella/shared/contract'
import { organisationAdminQuery } from '@lamella/shared/queries'
import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import css from './trial.module.css'

interface TrialDialogProps {
  user: CurrentUser
  config: RuntimeConfig
  /** Whole days left in the trial. */
  days: number
  onClose: () => void
}

const daysText = (days: number): string => {
  if (days < 1) return 'on its last day'
  return days === 1 ? 'with 1 day left' : `with ${days} days left`
}

/** Explains the trial; button and text depend on whether the user owns the organisation (D1-6-24). */
const TrialDialog = ({ user, config, days, onClose }: TrialDialogProps) => {
  const admin = useQuery(organisationAdminQuery).data
  const { name, bookDemoUrl } = config.product
  const isOwner = admin?.id === user.id
  return (
    <Dialog opened title={`Free trial of ${name}`} onClose={onClose}>
      <p className={css.text}>
        Your organization is in the free trial phase, {daysText(days)}. After it there is no access, and the data is
        kept for 1 month before it is deleted.
      </p>
      {admin && (
        <p className={css.text}>
          {isOwner
            ? 'Get in touch with us for unlimited features.'
            : 'Contact the admin of your organization to get unlimited features.'}
        </p>
      )}
      <DialogActions>
        {admin && !isOwner && (
          <Button component="a" variant="default" href={`mailto:${admin.email}`}>
            Contact your admin
          </Button>
        )}
        {isOwner && (
          <Button component="a" variant="default" href={bookDemoUrl} target="_blank" rel="noreferrer">
            Contact us
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          Start exploring
        </Button>
      </DialogActions>
    </Dialog>
  )
}

export default TrialDialog
