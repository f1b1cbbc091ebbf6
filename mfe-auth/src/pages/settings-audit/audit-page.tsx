import { formatTimestamp, PageTitle } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type AuditFilter, auditCsv } from '../../features/audit/api.ts'
import { AuditList } from '../../features/audit/audit-list.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { tellFailure } from '../../lib/tell.ts'

/** Who did what in the organisation, for its admins. */
const AuditPage = () => {
  const [filter, setFilter] = useState<AuditFilter>({ text: '', action: null })
  const download = useMutation({
    mutationFn: () => auditCsv({ ...filter, text: filter.text.trim() }),
    onSuccess: (csv) => saveFile(csv, `audit-log-${formatTimestamp(new Date()).slice(0, 10)}.csv`),
    onError: (error) => tellFailure('Download CSV', error),
  })
  return (
    <>
      <PageTitle
        title="Audit log"
        facts="Who did what to which object, and when."
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            Download CSV
          </Button>
        }
      />
      <AuditList filter={filter} onFilter={setFilter} />
    </>
  )
}

export default AuditPage
