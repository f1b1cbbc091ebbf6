import { nameRule, textRule } from '@lamella/shared/contract'
import { organisationChanged } from '@lamella/shared/queries'
import { type Draft, useDraft } from '@lamella/shared/session'
import { Dialog, DialogActions, RestoredNotice } from '@lamella/shared/ui'
import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormError } from '../../lib/form-error.tsx'
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
  sector.length > 256 ? 'Sector can only contain 256 characters' : textRule(sector)

const OrganisationForm = ({
  organisation: { name, sector },
  draft,
  dirty,
  onDirty,
  onClose,
}: OrganisationFormProps) => {
  const queries = useQueryClient()
  const form = useForm({
    mode: 'controlled',
    validateInputOnChange: true,
    initialValues: draft.found ?? { name, sector },
    validate: { name: nameRule, sector: sectorMessage },
    onValuesChange: (values) => {
      draft.keep(values)
      onDirty(values.name !== name || values.sector !== sector)
    },
  })
  const { busy, error, submit } = useSubmit(async () => {
    await saveOrganisation({ name: form.values.name.trim(), sector: form.values.sector.trim() })
    await organisationChanged(queries)
    onClose()
  })
  return (
    <form onSubmit={form.onSubmit(() => void submit())} noValidate data-kept>
      <FormError message={error} />
      <RestoredNotice shown={draft.found !== null} />
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
