import * as z from 'zod/mini'

// First import of the shell: creating a zod schema probes `new Function`, which the content security policy forbids.
// The setting is global, so it also holds for the copies of zod in the remotes.
z.config({ jitless: true })
