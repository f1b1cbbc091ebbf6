import type { AuditFilter } from '@lamella/shared/queries'
import { PageTitle } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { AuditList } from '../../features/audit/audit-list.tsx'
import { useAuditDownload } from '../../features/audit/use-audit-download.ts'

/** Audit log of the organisation, for admins. */
const AuditPage = () => {
  const [filter, setFilter] = useState<AuditFilter>({ text: '', action: null })
  const download = useAuditDownload(filter)
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
