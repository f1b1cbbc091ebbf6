import { secondFactorChanged } from '@lamella/shared/queries'
import { ConfirmDialog } from '@lamella/shared/ui'
import { Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastFailure } from '../../lib/toasts.ts'
import { setSecondFactorRequired } from './api.ts'
import css from './second-factor.module.css'

interface RequirementSwitchProps {
  required: boolean
  /** The admin's own account has a second factor, without which the switch is disabled. */
  isOn: boolean
}

/** Switch for admins: whether every member needs a second factor. */
export const RequirementSwitch = ({ required, isOn }: RequirementSwitchProps) => {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const change = useMutation({
    mutationFn: setSecondFactorRequired,
    onError: (error) => toastFailure('Two-step verification', error),
    onSettled: async () => {
      await secondFactorChanged(queries)
      setAsking(false)
    },
  })
  return (
    <div className={css.requirement}>
      <Switch
        label="Required for every member"
        description={
          isOn || required
            ? 'Members without it set it up at their next log-in, before anything else.'
            : 'Turn it on for your own account first.'
        }
        checked={required}
        disabled={change.isPending || !(isOn || required)}
        onChange={({ currentTarget }) => (currentTarget.checked ? setAsking(true) : change.mutate(false))}
      />
      <ConfirmDialog
        opened={asking}
        title="Require two-step verification"
        confirmLabel="Require it"
        onConfirm={() => change.mutateAsync(true).catch(() => undefined)}
        onClose={() => setAsking(false)}
      >
        Members of your organization who have not set it up, guests too, are asked to do so at once, and can do nothing
        else until then. Uploads of theirs wait meanwhile.
      </ConfirmDialog>
    </div>
  )
}
