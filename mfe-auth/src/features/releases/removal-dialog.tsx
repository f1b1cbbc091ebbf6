import type { RemovableRelease } from '@lamella/shared/contract'
import { removableReleasesQuery } from '@lamella/shared/queries/releases.ts'
import { Dialog, DialogActions, ErrorState, LoadingRows, queryError } from '@lamella/shared/ui'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FormError, messageOf } from '../../lib/form-error.tsx'
import { toastSuccess } from '../../lib/toasts.ts'
import { removeReleases } from './api.ts'
import { planRemoval, type RemovalWish } from './removal-plan.ts'
import { RemovalPlanLists } from './removal-plan-lists.tsx'
import { useReleaseChange } from './use-release-change.ts'

interface RemovalDialogProps {
  app: string
  /** Version to remove; null: all but the newest ones. */
  version: string | null
  onClose: () => void
}

interface RemovalFormProps extends RemovalDialogProps {
  versions: readonly RemovableRelease[]
}

const usualKeep = 5

const RemovalForm = ({ app, version, versions, onClose }: RemovalFormProps) => {
  const [keep, setKeep] = useState(String(usualKeep))
  const [reason, setReason] = useState('')
  const removal = useReleaseChange(removeReleases)
  const isCount = /^\d{1,3}$/.test(keep.trim()) && Number(keep) >= 1
  const wish: RemovalWish = version === null ? { keep: isCount ? Number(keep) : versions.length } : { version }
  const { goes, stays, isForced } = planRemoval(versions, wish)
  const isReady = goes.length > 0 && isCount && (!isForced || reason.trim() !== '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isReady || removal.isPending) return
    const order = version === null ? { keep: Number(keep) } : { version, force: isForced }
    removal.mutate(
      { app, reason, ...order },
      {
        onSuccess: (removed) => {
          toastSuccess(
            app,
            removed.length === 1 ? `${removed[0]} was removed.` : `${removed.length} versions were removed.`,
          )
          onClose()
        },
      },
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      <FormError message={removal.error && messageOf(removal.error)} />
      <Stack gap="md">
        <Text size="sm" c="var(--lm-text2)">
          What is removed leaves the list at once and its files soon after. The history keeps it, and it can be
          published again with the same content only.
        </Text>
        {version === null && (
          <TextInput
            type="number"
            min={1}
            label="Keep the newest"
            error={isCount ? null : 'Enter a whole number from 1 to 999.'}
            value={keep}
            onChange={(event) => setKeep(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <RemovalPlanLists goes={goes} stays={stays} />
        {goes.length > 0 && (
          <TextInput
            label={isForced ? 'Why it is removed all the same' : 'Reason (optional)'}
            description="The history shows it."
            required={isForced}
            withAsterisk={false}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={removal.isPending}>
          {goes.length === 0 ? 'Close' : 'Cancel'}
        </Button>
        {goes.length > 0 && (
          <Button type="submit" color="red" loading={removal.isPending} disabled={!isReady}>
            {goes.length === 1 ? `Remove ${goes[0]?.version}` : `Remove ${goes.length} versions`}
          </Button>
        )}
      </DialogActions>
    </form>
  )
}

/** Says what would be removed, and what stays and why, before it is done. */
export const RemovalDialog = (props: RemovalDialogProps) => {
  const { app, version, onClose } = props
  const removable = useQuery({ ...removableReleasesQuery(app), staleTime: 0 })
  const error = queryError('It could not be found out what can be removed', removable)
  return (
    <Dialog
      opened
      title={version === null ? `Remove old versions of ${app}` : `Remove ${app} ${version}`}
      size={480}
      onClose={onClose}
      withoutCross
    >
      {removable.data ? (
        <RemovalForm {...props} versions={removable.data} />
      ) : error ? (
        <ErrorState {...error} />
      ) : (
        <LoadingRows rows={3} />
      )}
    </Dialog>
  )
}
