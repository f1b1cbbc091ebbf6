import * as z from 'zod/mini'

// First import of the shell: a schema probes `new Function` when it is made, which the content security policy forbids.
// The setting is global, so it also holds for the copies of zod in the remotes.
z.config({ jitless: true })
