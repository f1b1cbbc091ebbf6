import { lengthOf, nameRule, textRule } from '@lamella/shared/contract'
import { organisationChanged } from '@lamella/shared/queries'
import { type Draft, useDraft } from '@lamella/shared/session'
import { Dialog, DialogActions, InfoBar, RestoredNotice } from '@lamella/shared/ui'
import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormError } from '../../lib/form-error.tsx'
import { useSeen } from '../../lib/use-seen.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { saveOrganisation } from './api.ts'

/** Key under which the form's draft is kept. */
export const organisationForm = '/settings organisation'

interface OrganisationFormProps {
  organisation: { name: string; sector: string }
  draft: Draft<{ name: string; sector: string }>
  dirty: boolean
  onDirty: (dirty: boolean) => void
  onClose: () => void
}

const sectorMessage = (sector: string): string | null =>
  lengthOf(sector) > 256 ? 'Sector can only contain 256 characters' : textRule(sector)

const OrganisationForm = ({
  organisation: { name, sector },
  draft,
  dirty,
  onDirty,
  onClose,
}: OrganisationFormProps) => {
  const queries = useQueryClient()
  const { opened, was, overtaken, onFailure } = useSeen({ name, sector })
  const form = useForm({
    mode: 'controlled',
    validateInputOnChange: true,
    initialValues: draft.found ?? opened,
    validate: { name: nameRule, sector: sectorMessage },
    onValuesChange: (values) => {
      draft.keep(values)
      onDirty(values.name !== name || values.sector !== sector)
    },
  })
  const save = async (): Promise<void> => {
    const changes = { name: form.values.name.trim(), sector: form.values.sector.trim() }
    // Also after a refusal, which says that something else is there.
    await saveOrganisation({ ...changes, was }).finally(() => organisationChanged(queries))
    onClose()
  }
  const { busy, error, submit } = useSubmit(save, onFailure)
  return (
    // The shell asks before a page with `data-unsaved` is left by choice, and resets the form when that is confirmed.
    <form
      onSubmit={form.onSubmit(() => void submit())}
      onReset={onClose}
      noValidate
      data-kept
      data-unsaved={(dirty && !busy) || undefined}
    >
      <FormError message={error} />
      <RestoredNotice shown={draft.found !== null} />
      {overtaken && (
        <InfoBar tone="error">
          Somebody else has changed the organization in the meantime: it is now “{name}”
          {sector ? `, sector “${sector}”` : ', without a sector'}. Save again to replace that, or cancel to keep it.
        </InfoBar>
      )}
      <Stack gap="md">
        <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
        <TextInput label="Sector (optional)" {...form.getInputProps('sector')} />
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy} disabled={!dirty || !form.isValid()}>
          Save
        </Button>
      </DialogActions>
    </form>
  )
}

interface OrganisationDialogProps extends Omit<OrganisationFormProps, 'dirty' | 'onDirty' | 'draft'> {
  opened: boolean
}

/** Dialog for name and sector of the organisation. */
export const OrganisationDialog = ({ opened, organisation, onClose }: OrganisationDialogProps) => {
  const draft = useDraft(organisationForm, { name: organisation.name, sector: organisation.sector })
  const [dirty, setDirty] = useState(draft.found !== null)
  const close = (): void => {
    draft.drop()
    setDirty(false)
    onClose()
  }
  return (
    <Dialog opened={opened} title="Edit organization" onClose={close} unsavedChanges={dirty}>
      <OrganisationForm organisation={organisation} draft={draft} dirty={dirty} onDirty={setDirty} onClose={close} />
    </Dialog>
  )
}
