// Generated from api/contract by `npm run generate`. Do not edit.

export interface paths {
    "/api/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process is alive. */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The database answers, and the disk has room. */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is calling. */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-in-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A link that signs the administrator in, once. `npm start` prints one. */
        post: operations["createSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Enrolled hosts with their facts and status. */
        get: operations["listHosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{hostId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One host. */
        get: operations["getHost"];
        put?: never;
        post?: never;
        /** Revoke the agent's credential and take the host off the list. Runs keep their copy of it. */
        delete: operations["removeHost"];
        options?: never;
        head?: never;
        /** Rename a host. Runs keep the name it had. */
        patch: operations["changeHost"];
        trace?: never;
    };
    "/api/v1/hosts/{hostId}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask the agent which file would get which value, and what cannot be changed. Nothing is touched. */
        post: operations["planTuning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{hostId}/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask the agent what is missing or harmful on its host, each with the line that mends it. */
        post: operations["examineHost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{hostId}/snapshot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask the agent for the present value of everything that can be tuned. */
        post: operations["readHostSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{hostId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask the agent to put back what its journal still holds; a host that reads back as before is ready again. */
        post: operations["restoreHost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{hostId}/clear-dirty": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A person vouches for a dirty host. */
        post: operations["clearDirtyHost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/join-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A token with which one agent may join. */
        post: operations["createJoinToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Runs, newest first unless asked otherwise. A cursor belongs to the order that it was given out for. */
        get: operations["listRuns"];
        put?: never;
        /** Queue a run. With an Idempotency-Key a repeated request answers with the same run. */
        post: operations["createRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run-facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the runs can be filtered by: tags, hosts, tools, routes and people in use. */
        get: operations["getRunFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{runId}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everything that can be tuned on the hosts of the run: before, applied, after the steps, restored. */
        get: operations["getRunSnapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{runId}/latency-histograms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The whole latency histogram of each step whose tool emits one, merged over its clients. */
        get: operations["getRunHistograms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One run with its steps, points, timeline and artifacts. */
        get: operations["getRun"];
        put?: never;
        post?: never;
        /** Delete a run that is over. It can be brought back for some days; then it is gone for good. */
        delete: operations["deleteRun"];
        options?: never;
        head?: never;
        /** Change the name, tags or notes of a run, also while it is under way. */
        patch: operations["labelRun"];
        trace?: never;
    };
    "/api/v1/runs/{runId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop a run; its host is restored and what it measured is kept. */
        post: operations["cancelRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{runId}/undelete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bring a deleted run back. */
        post: operations["undeleteRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deleted-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Runs that were deleted and can still be brought back, last deleted first. */
        get: operations["listDeletedRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{runId}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The run's time series, derived from the hosts' raw counters. */
        get: operations["getRunSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{runId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Server-sent events: `run` (Run) at once and after every change, `series` (RunSeries, rows to append). Resumes after a Last-Event-ID; 204 when nothing can follow. */
        get: operations["streamRunEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Two to eight runs side by side: `runs` are ids with commas between them, `baseline` is one of them. */
        get: operations["compareRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{runId}/artifacts/{artifactId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The bytes of an artifact, as they were uploaded. */
        get: operations["getArtifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/experiments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Experiments, newest first, page by page. */
        get: operations["listExperiments"];
        put?: never;
        /** Plan an experiment, and run it at once where asked. Everything that decides it is fixed here. With an Idempotency-Key a repeated request answers with the same experiment. */
        post: operations["createExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/experiment-designs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What such an experiment could show and how long it would take. Nothing is kept. */
        post: operations["designExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/experiments/{experimentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One experiment with its rounds; its result once the last of them is over. */
        get: operations["getExperiment"];
        put?: never;
        post?: never;
        /** Delete an experiment that is planned or done. Its runs stay. */
        delete: operations["deleteExperiment"];
        options?: never;
        head?: never;
        /** Write the finding, or say which later experiment supersedes it. */
        patch: operations["changeExperiment"];
        trace?: never;
    };
    "/api/v1/experiments/{experimentId}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queue the first run of a planned experiment; the others follow by themselves. */
        post: operations["startExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/experiments/{experimentId}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End it before its last round. The run under way is canceled; rounds that are whole are kept, and no claim is made. */
        post: operations["stopExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/experiments/{experimentId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The experiment with its runs as a file. */
        get: operations["exportExperiment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import results bundles, exports of this product, or raw outputs of load tools. All files or none; the same file twice is one run. */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import the reference set that comes with the product: a journal of benchmarks with known answers. */
        post: operations["importJournal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an import came to that was answered with 202. Waits some seconds for it. Kept for up to 10 min after its end, while the instance runs. */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports/bundle-schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The JSON Schema of a results bundle. */
        get: operations["getBundleSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{runId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The run as a file: JSON that can be imported again, CSV, Markdown, or a script that reproduces it by hand. */
        get: operations["exportRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/comparison/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The comparison of two to eight runs as a file. */
        get: operations["exportComparison"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Links that were made, newest first, revoked and expired ones too. */
        get: operations["listShares"];
        put?: never;
        /** Freeze a run, or a comparison of several, behind a link that opens without signing in. */
        post: operations["createShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shares/{shareId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Close a link for good. */
        post: operations["revokeShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shared/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a link shows, in the form of this version. With `preview` it is not counted as opened. */
        get: operations["openShare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shared/{token}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The share's document as it was frozen: the bytes that its SHA-256 is of. */
        get: operations["openShareDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enrol a host with a one-time join token. Asked again by the same incarnation, it gives a fresh credential. */
        post: operations["joinAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent/hello": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A new life of an agent: its facts, and what it put back. Idempotent by incarnation. */
        post: operations["helloAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign of life; renews the lease. */
        post: operations["heartbeatAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent/poll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Commands that have no outcome and are not held yet; waits for one up to waitMs. */
        post: operations["pollAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent/tasks/{taskId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The answer to a host task. One that nobody waits for any more is let go. */
        post: operations["answerHostTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Layouts, frames and outcomes, in order. Idempotent by incarnation and sequence. */
        post: operations["reportAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent/blobs/{sha256}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Bytes named by their hash, uploaded before the outcome that refers to them. Idempotent. */
        put: operations["putBlob"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-in/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in: sets the session cookie. A few attempts a minute and address. */
        post: operations["signInWithPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/magic-link/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where a one-time link leads: sets the session cookie and goes on to the web app. */
        get: operations["openSignInLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the session of the cookie, if there is one. */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's own account. */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the caller's own name. */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/api/v1/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set or change the password. The other sessions of the account end; its API tokens go on working. */
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where the caller is signed in. */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of the caller's sessions. */
        delete: operations["revokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/sessions/revoke-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End all of the caller's sessions but this one. */
        post: operations["revokeOtherSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's API tokens that still work; an administrator sees everybody's. */
        get: operations["listApiTokens"];
        put?: never;
        /** Make an API token of at most the caller's role. Its secret is in this reply only. */
        post: operations["createApiToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API token: one's own, or as an administrator any but the preset one. */
        delete: operations["revokeApiToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everybody with an account. */
        get: operations["listPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change a person's role, at once and for their tokens too. */
        patch: operations["changePerson"];
        trace?: never;
    };
    "/api/v1/people/{userId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Shut a person out: their sessions end, their tokens stop. What they made stays. */
        post: operations["disablePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/{userId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a disabled person in again. */
        post: operations["enablePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/{userId}/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Forget a password, end the sessions and revoke the API tokens; the link of the reply lets the person in once, to set a new one. */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Invites, newest first. */
        get: operations["listInvites"];
        put?: never;
        /** A link that makes one account. It is in this reply only. */
        post: operations["createInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invites/{inviteId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The link works no more. */
        post: operations["revokeInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invites/by-secret/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the holder of an invite is invited to. */
        get: operations["getInvite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invites/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make the account of an invite and sign it in. */
        post: operations["acceptInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptInvite: {
            secret: string;
            name: string;
            password: string;
        };
        /** @description The account of the person who calls. */
        Account: {
            userId: string;
            name: string;
            email: string;
            role: components["schemas"]["Role"];
            hasPassword: boolean;
            /** Format: int64 */
            createdAtUs: number;
        };
        AllowanceCount: {
            name: string;
            /** Format: int64 */
            count: number;
        };
        ApiToken: {
            /** Format: uuid */
            id: string;
            name: string;
            role: components["schemas"]["Role"];
            ownerName: string | null;
            own: boolean;
            /** Format: int64 */
            createdAtUs: number;
            /** Format: int64 */
            lastUsedAtUs: number | null;
            /** Format: int64 */
            expiresAtUs: number | null;
        };
        ApiTokenList: {
            tokens: components["schemas"]["ApiToken"][];
        };
        AppliedChange: {
            setting: components["schemas"]["SettingName"];
            key: string;
            path: string;
            before: string | null;
            asked: string | null;
            why: string;
            readBack: string | null;
            /** @enum {string} */
            status: "applied" | "unchanged" | "differs" | "not-changeable" | "failed";
            reason: string | null;
        };
        AppliedTuning: {
            nic: string | null;
            targetCpus: string | null;
            changes: components["schemas"]["AppliedChange"][];
            warnings: string[];
        };
        /** @description Snapshot, plan, apply, read back, snapshot. When a write fails everything is put back at once. */
        ApplyTuningCommand: {
            /** Format: uuid */
            commandId: string;
            /** Format: uuid */
            runId: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "apply-tuning";
            tuning: components["schemas"]["HostTuning"] | null;
            targetCpus: components["schemas"]["CpuChoice"] | null;
            address: string;
        };
        Artifact: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["ArtifactKind"];
            name: string;
            sha256: string;
            /** Format: int64 */
            sizeBytes: number;
            mediaType: string;
            /** Format: int64 */
            stepIndex: number | null;
            /** @enum {string|null} */
            phase: "warmup" | "measure" | null;
            /** Format: uuid */
            hostId: string | null;
        };
        /** @enum {string} */
        ArtifactKind: "tool-input" | "tool-output" | "tool-log" | "target-log" | "profile";
        /** @description Names a blob that was uploaded before. */
        ArtifactRef: {
            kind: components["schemas"]["ArtifactKind"];
            name: string;
            sha256: string;
            /** Format: int64 */
            sizeBytes: number;
            mediaType: string;
        };
        AskedClosedStep: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            loop: "closed";
            /** Format: int64 */
            connections: number | null;
            /** Format: int64 */
            pipelining: number | null;
            /** Format: double */
            durationSeconds: number | null;
            /** Format: int64 */
            toolWorkers: number | null;
            profiles: components["schemas"]["ProfileKind"][];
        };
        AskedOpenStep: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            loop: "open";
            /** Format: double */
            requestsPerSecond: number | null;
            /** @enum {string|null} */
            arrivals: "constant" | "poisson" | null;
            /** Format: int64 */
            connections: number | null;
            /** Format: double */
            durationSeconds: number | null;
            /** Format: int64 */
            toolWorkers: number | null;
            profiles: components["schemas"]["ProfileKind"][];
        };
        AskedStep: components["schemas"]["AskedClosedStep"] | components["schemas"]["AskedOpenStep"];
        BestPoint: {
            /** Format: int64 */
            stepIndex: number;
            spec: components["schemas"]["AskedStep"];
            /** Format: double */
            requestsPerSecond: number;
            /** Format: double */
            latencyMsP99: number | null;
            /** Format: int64 */
            latencyResolutionUs: number;
            /** Format: double */
            serverCpuUsPerRequest: number | null;
            /** Format: double */
            clientCpuUsPerRequest: number | null;
        };
        BusyPolling: {
            /** Format: int64 */
            pollUs: number | null;
            /** Format: int64 */
            readUs: number | null;
        };
        CapturedProfile: {
            kind: components["schemas"]["ProfileKind"];
            failure: string | null;
            /** Format: int64 */
            processes: number;
            /** Format: double */
            durationSeconds: number;
            sampleType: string;
            unit: string;
            /** Format: double */
            total: number;
            functions: components["schemas"]["ProfileFunction"][];
            artifactName: string | null;
        };
        /** @description Steps that are planned while the run goes on, by what the ones before gave. */
        CeilingSearch: {
            /** @enum {string} */
            vary: "connections" | "requestsPerSecond";
            /** Format: int64 */
            most: number;
            /** Format: double */
            growth: number;
            /** Format: double */
            precision: number;
            ceiling: components["schemas"]["SearchCeiling"];
        };
        ChangeAccount: {
            name: string;
        };
        ChangeExperiment: {
            finding?: string;
            /** Format: uuid */
            supersededById?: string | null;
        };
        ChangeHost: {
            name: string;
        };
        ChangePassword: {
            currentPassword: string | null;
            newPassword: string;
        };
        ChangePerson: {
            role: components["schemas"]["Role"];
        };
        /** @description Times are by the client's own clock. */
        ClientFigures: {
            /** Format: int64 */
            startedAtUs: number;
            /** Format: int64 */
            endedAtUs: number;
            /** Format: int64 */
            requests: number;
            /** Format: int64 */
            durationUs: number;
            /** Format: double */
            requestsPerSecond: number;
            /** Format: double */
            requestsPerSecondStddev: number | null;
            /** Format: double */
            requestsPerSecondMax: number | null;
            /** Format: double */
            bytesPerSecond: number;
            latencyMs: components["schemas"]["LatencyMs"];
            errors: components["schemas"]["RequestErrors"];
            /** Format: int64 */
            toolWorkers: number | null;
            /** Format: double */
            offeredPerSecond: number | null;
            /** Format: int64 */
            unsent: number | null;
            /** Format: int64 */
            connectionsEstablished: number | null;
            clock: components["schemas"]["ClockReading"] | null;
            /** Format: double */
            cpus: number | null;
            /** Format: double */
            cpuUsPerRequest: number | null;
        };
        ClientRef: {
            /** Format: uuid */
            hostId: string;
        };
        ClockReading: {
            /** Format: int64 */
            offsetUs: number;
            /** Format: int64 */
            uncertaintyUs: number;
        };
        /** @description Take a boundary frame now: the load on the other hosts has ended. */
        CloseWindowCommand: {
            /** Format: uuid */
            commandId: string;
            /** Format: uuid */
            runId: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "close-window";
        };
        ClosedShare: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            loop: "closed";
            /** Format: int64 */
            connections: number;
            /** Format: int64 */
            pipelining: number;
        };
        /** @description Each connection asks again when it was answered. */
        ClosedStep: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            loop: "closed";
            /** Format: int64 */
            connections: number;
            /** Format: int64 */
            pipelining: number;
            /** Format: int64 */
            durationSeconds: number;
            /** Format: int64 */
            toolWorkers: number | null;
            profiles: components["schemas"]["ProfileKind"][];
        };
        Command: components["schemas"]["PrepareCommand"] | components["schemas"]["ApplyTuningCommand"] | components["schemas"]["StartTargetCommand"] | components["schemas"]["OpenWindowCommand"] | components["schemas"]["DriveLoadCommand"] | components["schemas"]["CloseWindowCommand"] | components["schemas"]["StopCommand"] | components["schemas"]["RestoreCommand"];
        CommandResult: components["schemas"]["PreparedResult"] | components["schemas"]["TunedResult"] | components["schemas"]["TargetResult"] | components["schemas"]["WindowOpenedResult"] | components["schemas"]["LoadResult"] | components["schemas"]["WindowClosedResult"] | components["schemas"]["StopResult"] | components["schemas"]["RestoredResult"];
        ComparedCell: {
            /** Format: int64 */
            stepIndex: number | null;
            deltas: components["schemas"]["Deltas"] | null;
        };
        /** @enum {string} */
        ComparedMetric: "requestsPerSecond" | "latencyMsP50" | "latencyMsP99" | "serverCpuUsPerRequest" | "clientCpuUsPerRequest";
        /** @description One setting or fact of the environment, side by side. */
        ComparedSetting: {
            group: components["schemas"]["DifferenceGroup"];
            path: string;
            label: string;
            values: (string | null)[];
            same: boolean;
        };
        ComparedSide: {
            runIds: string[];
            letters: string;
            name: string;
            baseline: boolean;
            differsIn: components["schemas"]["DifferenceGroup"][];
        };
        /** @description Steps that are compared, one cell for each run: of runs picked by hand those that asked for the same load, of an experiment those in the same place. */
        ComparedStep: {
            spec: components["schemas"]["AskedStep"];
            cells: components["schemas"]["ComparedCell"][];
        };
        /** @description Runs side by side. One run a side shows differences and claims nothing. */
        Comparison: {
            /** Format: uuid */
            baselineRunId: string;
            runs: components["schemas"]["Run"][];
            sides: components["schemas"]["ComparedSide"][];
            settings: components["schemas"]["ComparedSetting"][];
            steps: components["schemas"]["ComparedStep"][];
            outcomes: components["schemas"]["MetricOutcome"][];
            headline: string;
            warnings: components["schemas"]["ComparisonWarning"][];
        };
        /** @enum {string} */
        ComparisonOutcome: "higher" | "lower" | "equivalent" | "inconclusive" | "provisional" | "no-repeats";
        ComparisonWarning: {
            /** @enum {string} */
            code: "wall-moved" | "competing-load" | "no-repeats" | "not-interleaved" | "changed-more-than-one-thing" | "nothing-changed" | "target-unknown" | "tools-differ" | "hosts-differ" | "one-machine" | "loops-differ" | "durations-differ" | "side-unobserved" | "side-invalid" | "imported" | "steps-unmatched" | "run-incomplete";
            sentence: string;
        };
        /** @description CPUs that processes of one name used, of neither side. */
        Competitor: {
            name: string;
            /** Format: double */
            cpus: number;
        };
        /** @enum {string} */
        Confidence: "measured" | "likely" | "cannot-tell";
        /** @enum {string} */
        CouldShow: "yes" | "no" | "cannot-tell";
        CpuChoice: string;
        CpuCount: {
            /** Format: int64 */
            cpu: number;
            /** Format: int64 */
            count: number;
        };
        /** @enum {string} */
        CpuGovernor: "performance" | "powersave" | "schedutil" | "ondemand" | "conservative";
        /** @description Of the time of the CPUs that the side may use, all together. User holds nice, and what guests used. */
        CpuUse: {
            /** Format: double */
            user: number | null;
            /** Format: double */
            system: number | null;
            /** Format: double */
            softirq: number | null;
            /** Format: double */
            irq: number | null;
            /** Format: double */
            steal: number | null;
            /** Format: double */
            iowait: number | null;
            /** Format: double */
            idle: number | null;
            /** Format: double */
            busy: number | null;
        };
        CreateApiToken: {
            name: string;
            role: components["schemas"]["Role"];
            /** Format: int64 */
            expiresAtUs?: number | null;
        };
        CreateExperiment: {
            kind: components["schemas"]["ExperimentKind"];
            question: string;
            hypothesis: string;
            baseline: components["schemas"]["NewBaseline"];
            variants: components["schemas"]["NewVariant"][];
            /** Format: int64 */
            rounds: number;
            /** Format: int64 */
            extensionRounds: number | null;
            primary: components["schemas"]["PrimaryOutcome"];
            /** Format: double */
            marginPercent: number;
            /** Format: int64 */
            seed: number | null;
            start: boolean;
        };
        CreateImport: {
            files: components["schemas"]["ImportFile"][];
            joinAs: string | null;
            source: string | null;
            dryRun: boolean;
        };
        CreateInvite: {
            /** Format: email */
            email: string;
            role: components["schemas"]["Role"];
        };
        CreateRun: {
            name: string;
            spec: components["schemas"]["RunSpec"];
            /** Format: uuid */
            basedOnRunId?: string | null;
        };
        CreateShare: {
            runIds: string[];
            /** Format: uuid */
            experimentId?: string | null;
            /** Format: uuid */
            baselineRunId?: string | null;
            title?: string | null;
            /** Format: int64 */
            expiresInDays?: number | null;
        };
        DeletedRun: {
            /** Format: uuid */
            id: string;
            name: string;
            state: components["schemas"]["RunState"];
            failure: components["schemas"]["Failure"] | null;
            /** Format: int64 */
            createdAtUs: number;
            /** Format: int64 */
            startedAtUs: number | null;
            /** Format: int64 */
            endedAtUs: number | null;
            progress: components["schemas"]["RunProgress"];
            spec: components["schemas"]["RunSpec"] | components["schemas"]["ImportedSpec"];
            imported: components["schemas"]["ImportedFrom"] | null;
            /** Format: uuid */
            experimentId: string | null;
            verdict: components["schemas"]["VerdictSummary"] | null;
            hostNames: string[];
            tags: string[];
            notes: string;
            /** Format: uuid */
            basedOnRunId: string | null;
            createdByName: string | null;
            /** Format: int64 */
            stepsMeasured: number;
            /** Format: int64 */
            stepsFailed: number;
            best: components["schemas"]["BestPoint"] | null;
            /** Format: int64 */
            deletedAtUs: number;
            /** Format: int64 */
            restorableUntilUs: number;
        };
        DeletedRunList: {
            runs: components["schemas"]["DeletedRun"][];
            nextCursor: string | null;
            /** Format: int64 */
            total: number;
        };
        /** @description Relative to the baseline: 0.1 is 10 % more. Null where a side lacks the figure, or latencies may not be compared. */
        Deltas: {
            /** Format: double */
            requestsPerSecond: number | null;
            /** Format: double */
            latencyMsP50: number | null;
            /** Format: double */
            latencyMsP99: number | null;
            /** Format: double */
            serverCpuUsPerRequest: number | null;
            /** Format: double */
            clientCpuUsPerRequest: number | null;
        };
        /** @description What the source of an imported run says of a machine. */
        DescribedHost: {
            instanceType: string | null;
            cpuModel: string | null;
            /** Format: int64 */
            cpus: number | null;
            /** Format: double */
            memoryBytes: number | null;
            kernel: string | null;
            nics: components["schemas"]["DescribedNic"][];
        };
        DescribedNic: {
            name: string | null;
            /** Format: double */
            speedBitsPerSecond: number | null;
            /** Format: int64 */
            queues: number | null;
        };
        /** @description One setting in the words of the source. */
        DescribedSetting: {
            setting: string;
            value: string;
        };
        /** @description The target of an imported run, as its source describes it. */
        DescribedTarget: {
            /** @enum {string} */
            kind: "described";
            framework: string | null;
            prefork: boolean | null;
            /** Format: int64 */
            workers: number | null;
            /** Format: int64 */
            responseBytes: number | null;
        };
        /** @enum {string} */
        DifferenceGroup: "hardware" | "target" | "tuning" | "load" | "software";
        /** @description A latency histogram as a curve of some dozen points, denser in the tail. */
        Distribution: components["schemas"]["DistributionPoint"][];
        DistributionPoint: {
            /** Format: double */
            percentile: number;
            /** Format: double */
            latencyMs: number;
        };
        DoctorAnswer: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "doctor";
            report: components["schemas"]["DoctorReport"];
        };
        DoctorFinding: {
            code: string;
            /** @enum {string} */
            severity: "ok" | "note" | "warning" | "problem";
            sentence: string;
            mend: string | null;
        };
        DoctorReport: {
            /** Format: int64 */
            checkedAtUs: number;
            findings: components["schemas"]["DoctorFinding"][];
        };
        DoctorTask: {
            /** Format: uuid */
            taskId: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "doctor";
        };
        /** @description A knob that something else moved after it was applied. */
        Drift: {
            setting: components["schemas"]["SettingName"];
            key: string;
            expected: string;
            found: string | null;
        };
        DriveLoadCommand: {
            /** Format: uuid */
            commandId: string;
            /** Format: uuid */
            runId: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "drive-load";
            /** Format: int64 */
            stepIndex: number;
            phase: components["schemas"]["LoadPhase"];
            tool: string;
            /** Format: int64 */
            toolWorkers: number | null;
            toolCpus: components["schemas"]["CpuChoice"] | null;
            url: string;
            requests: components["schemas"]["RequestSpec"][];
            decompress: boolean;
            share: components["schemas"]["LoadShare"];
            /** Format: int64 */
            durationSeconds: number;
            /** Format: int64 */
            startAtUs: number | null;
            profiles: components["schemas"]["ProfileKind"][];
        };
        /** @description How far one side is from the baseline, and how sure that is. */
        Effect: {
            /** Format: double */
            ratio: number;
            /** Format: double */
            low: number | null;
            /** Format: double */
            high: number | null;
            /** Format: double */
            hodgesLehmann: number | null;
            /** Format: double */
            confidencePercent: number;
            /** Format: int64 */
            pairs: number | null;
            /** Format: int64 */
            baselineCount: number;
            /** Format: int64 */
            otherCount: number;
            interleaved: boolean;
            /** Format: double */
            pValue: number | null;
            /** Format: double */
            pValueAdjusted: number | null;
            /** Format: double */
            marginPercent: number;
            /** Format: double */
            noiseFloorPercent: number | null;
            /** Format: double */
            smallestShownPercent: number | null;
            /** Format: int64 */
            roundsNeeded: number | null;
        };
        /** @description A resource, what was used of it, and how much there is. */
        EvidenceRow: {
            resource: string;
            side: components["schemas"]["Side"] | null;
            label: string;
            unit: string;
            /** Format: double */
            usedLow: number | null;
            /** Format: double */
            usedHigh: number | null;
            /** Format: double */
            ceiling: number | null;
            /** Format: double */
            percentLow: number | null;
            /** Format: double */
            percentHigh: number | null;
            /** Format: double */
            fullAtPercent: number | null;
            source: string;
        };
        /** @description With all of its runs: as documents have it. */
        Experiment: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["ExperimentKind"];
            question: string;
            status: components["schemas"]["ExperimentStatus"];
            stoppedSentence: string | null;
            waitingSentence: string | null;
            /** Format: int64 */
            createdAtUs: number;
            createdByName: string | null;
            /** Format: int64 */
            startedAtUs: number | null;
            /** Format: int64 */
            endedAtUs: number | null;
            configurationNames: string[];
            hostNames: string[];
            /** Format: int64 */
            rounds: number;
            /** Format: int64 */
            roundsPlanned: number;
            /** Format: int64 */
            roundsDone: number;
            /** Format: int64 */
            runsPlanned: number;
            /** Format: int64 */
            runsDone: number;
            /** Format: int64 */
            remainingUs: number | null;
            headline: string | null;
            imported: boolean;
            supersededBy: components["schemas"]["ExperimentRef"] | null;
            hypothesis: string;
            /** Format: int64 */
            seed: number;
            /** Format: int64 */
            extensionRounds: number | null;
            extended: boolean | null;
            primary: components["schemas"]["PrimaryOutcome"];
            /** Format: double */
            marginPercent: number;
            design: components["schemas"]["ExperimentDesign"];
            configurations: components["schemas"]["ExperimentConfiguration"][];
            slots: components["schemas"]["ExperimentSlot"][];
            result: components["schemas"]["Comparison"] | null;
            finding: string;
            /** Format: int64 */
            findingAtUs: number | null;
            findingByName: string | null;
            supersedes: components["schemas"]["ExperimentRef"][];
        };
        ExperimentConfiguration: {
            /** Format: int64 */
            index: number;
            name: string;
            spec: components["schemas"]["RunSpec"];
            changes: components["schemas"]["SpecChange"][];
            groups: components["schemas"]["DifferenceGroup"][];
            singleFactor: components["schemas"]["SingleFactor"][];
        };
        /** @description What this many rounds can show, told before the first of them. */
        ExperimentDesign: {
            /** Format: double */
            cvPercent: number;
            cvSource: string;
            /** Format: double */
            intervalPercent: number;
            /** Format: double */
            smallestShownPercent: number | null;
            /** Format: int64 */
            roundsForEquivalence: number | null;
            /** Format: double */
            noiseFloorPercent: number | null;
            /** Format: int64 */
            runs: number;
            /** Format: int64 */
            plannedUs: number | null;
            sentence: string;
            warnings: string[];
        };
        /** @enum {string} */
        ExperimentKind: "comparison" | "noise-floor";
        ExperimentList: {
            experiments: components["schemas"]["ExperimentSummary"][];
            nextCursor: string | null;
            /** Format: int64 */
            total: number;
        };
        ExperimentRef: {
            /** Format: uuid */
            id: string;
            question: string;
        };
        /** @description One run that the design asks for, in the order in which they go. */
        ExperimentSlot: {
            /** Format: int64 */
            round: number;
            /** Format: int64 */
            position: number;
            /** Format: int64 */
            configuration: number;
            /** Format: uuid */
            runId: string | null;
            runState: components["schemas"]["RunState"] | null;
            failedRunIds: string[];
        };
        /** @enum {string} */
        ExperimentStatus: "planned" | "running" | "done";
        ExperimentSummary: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["ExperimentKind"];
            question: string;
            status: components["schemas"]["ExperimentStatus"];
            stoppedSentence: string | null;
            waitingSentence: string | null;
            /** Format: int64 */
            createdAtUs: number;
            createdByName: string | null;
            /** Format: int64 */
            startedAtUs: number | null;
            /** Format: int64 */
            endedAtUs: number | null;
            configurationNames: string[];
            hostNames: string[];
            /** Format: int64 */
            rounds: number;
            /** Format: int64 */
            roundsPlanned: number;
            /** Format: int64 */
            roundsDone: number;
            /** Format: int64 */
            runsPlanned: number;
            /** Format: int64 */
            runsDone: number;
            /** Format: int64 */
            remainingUs: number | null;
            headline: string | null;
            imported: boolean;
            supersededBy: components["schemas"]["ExperimentRef"] | null;
        };
        /** @enum {string} */
        ExportFormat: "json" | "csv" | "markdown" | "script";
        /** @description Why something ended early, for programs (code) and people (sentence). */
        Failure: {
            code: string;
            sentence: string;
        };
        Finding: {
            /** @enum {string} */
            code: "littles-law" | "offered-rate-not-met" | "errors" | "connections-missing" | "unsteady" | "too-short" | "closed-loop-latency" | "synthetic-latency" | "latency-range" | "profiled" | "oversubscribed-client" | "uneven-tool-workers" | "client-unobserved" | "server-unobserved" | "samples-missing" | "window-short" | "search-once" | "shared-machine" | "softirq-billed-to-tasks" | "competing-load" | "throttled" | "retransmits" | "listen-overflow" | "softnet-drop" | "tuning-drift" | "tuning-without-effect" | "tuning-not-applied" | "tuned-nic-without-load" | "workers-missing" | "workers-imbalanced" | "target-outside-its-cpus" | "source-note" | "caveat";
            severity: components["schemas"]["Severity"];
            /** Format: uuid */
            hostId: string | null;
            /** Format: int64 */
            stepIndex: number | null;
            sentence: string;
        };
        FlowSteering: {
            /** Format: int64 */
            entries: number;
        };
        Frame: {
            layoutId: string;
            /** Format: int64 */
            timeUs: number;
            /** Format: int64 */
            monotonicUs: number;
            boundary: boolean;
            values: number[];
        };
        FrameEntry: {
            /** Format: int64 */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "frame";
            /** Format: uuid */
            runId: string;
            frame: components["schemas"]["Frame"];
        };
        /** @enum {string} */
        Framework: "fiber" | "fasthttp" | "nethttp";
        Health: {
            /** @enum {string} */
            status: "ok";
            version: string;
        };
        HeartbeatReply: {
            /** Format: int64 */
            serverTimeUs: number;
            /** Format: int64 */
            heartbeatMs: number;
            helloWanted: boolean;
            lease: components["schemas"]["LeaseTerms"] | null;
        };
        HeartbeatRequest: {
            /** Format: uuid */
            incarnationId: string;
            /** Format: uuid */
            runId: string | null;
        };
        /** @description First call of every life of an agent. */
        HelloRequest: {
            /** Format: uuid */
            incarnationId: string;
            /** Format: int64 */
            startedAtUs: number;
            agentVersion: string;
            facts: components["schemas"]["HostFacts"];
            restore: components["schemas"]["RestoreResult"];
        };
        Host: {
            /** Format: uuid */
            id: string;
            name: string;
            status: components["schemas"]["HostStatus"];
            dirtyReason: string | null;
            /** Format: uuid */
            runId: string | null;
            agentVersion: string;
            /** Format: int64 */
            lastSeenAtUs: number;
            /** Format: int64 */
            joinedAtUs: number;
            facts: components["schemas"]["HostFacts"];
        };
        /** @description Raw counts of one host between the edges of one measured step. */
        HostEvidence: {
            /** Format: uuid */
            hostId: string;
            /** Format: double */
            seconds: number;
            interrupts: components["schemas"]["InterruptEvidence"][];
            packetsProcessed: components["schemas"]["CpuCount"][];
            packetsSteered: components["schemas"]["CpuCount"][];
            packetsReceived: components["schemas"]["NicPackets"][];
            /** Format: double */
            otherCpus: number | null;
            competitors: components["schemas"]["Competitor"][] | null;
            requestsPerWorker: components["schemas"]["WorkerRequests"][];
            placement: components["schemas"]["Placement"] | null;
            drift: components["schemas"]["Drift"][];
            underLoad: {
                /** Format: double */
                seconds: number;
                certain: boolean;
                cpuTimes: {
                    cpus: number[];
                    userUs: number[];
                    niceUs: number[];
                    systemUs: number[];
                    softirqUs: number[];
                    irqUs: number[];
                    stealUs: number[];
                    iowaitUs: number[];
                    idleUs: number[];
                };
                nics: {
                    nic: string;
                    /** Format: int64 */
                    rxBytes: number;
                    /** Format: int64 */
                    txBytes: number;
                    /** Format: int64 */
                    rxPackets: number;
                    /** Format: int64 */
                    txPackets: number;
                }[];
                toolThreads: {
                    /** Format: int64 */
                    thread: number;
                    /** Format: int64 */
                    cpuUs: number;
                }[];
                /** Format: int64 */
                toolThreadsUs: number | null;
                targetWorkers: {
                    /** Format: int64 */
                    worker: number;
                    /** Format: int64 */
                    cpuUs: number;
                }[];
            } | null;
            counters: {
                /** Format: int64 */
                segmentsSent: number | null;
                /** Format: int64 */
                segmentsRetransmitted: number | null;
                /** Format: int64 */
                listenOverflows: number | null;
                /** Format: int64 */
                listenDrops: number | null;
                /** Format: int64 */
                softnetDropped: number | null;
                /** Format: int64 */
                softnetTimeSqueezed: number | null;
                /** Format: int64 */
                cgroupThrottledUs: number | null;
                allowances: {
                    nic: string;
                    name: string;
                    /** Format: int64 */
                    count: number;
                }[];
                qdiscOverlimits: {
                    nic: string;
                    /** Format: int64 */
                    count: number;
                }[];
            } | null;
            requestsBySecond: number[] | null;
            loadTime: components["schemas"]["LoadTime"] | null;
        };
        HostFacet: {
            /** Format: uuid */
            hostId: string;
            name: string;
            /** Format: int64 */
            runs: number;
        };
        HostFacts: {
            hostName: string;
            cpuModel: string;
            architecture: string;
            /** Format: int64 */
            cpus: number;
            onlineCpus: string;
            /** Format: int64 */
            cores: number | null;
            /** Format: int64 */
            sockets: number | null;
            numaNodes: components["schemas"]["NumaNode"][];
            /** Format: int64 */
            memoryBytes: number;
            kernel: string;
            bootId: string;
            /** @enum {string} */
            softirqAccountedApart: "yes" | "no" | "unknown";
            virtualisation: string | null;
            instanceType: string | null;
            nics: components["schemas"]["Nic"][];
            tools: components["schemas"]["ToolFact"][];
            targets: components["schemas"]["TargetFact"][];
            listeningPorts: number[];
            privileges: components["schemas"]["Privilege"][];
            missing: string[];
        };
        HostList: {
            hosts: components["schemas"]["Host"][];
        };
        /** @description Rates and shares derived from the raw counters of one host. */
        HostSeries: {
            /** Format: uuid */
            hostId: string;
            timesUs: number[];
            columns: components["schemas"]["SeriesColumn"][];
        };
        HostSnapshots: {
            /** Format: uuid */
            hostId: string;
            name: string;
            snapshots: components["schemas"]["Snapshot"][];
        };
        /** @enum {string} */
        HostStatus: "ready" | "busy" | "dirty" | "offline";
        HostTask: components["schemas"]["PlanTask"] | components["schemas"]["DoctorTask"] | components["schemas"]["SnapshotTask"] | components["schemas"]["RestoreTask"];
        HostTaskAnswer: components["schemas"]["PlanAnswer"] | components["schemas"]["DoctorAnswer"] | components["schemas"]["SnapshotAnswer"] | components["schemas"]["RestoreAnswer"] | components["schemas"]["RefusedAnswer"];
        /** @description Each field is a setting; null leaves the host as it is. */
        HostTuning: {
            nic: string | null;
            stopServices: components["schemas"]["StoppableService"][] | null;
            /** Format: int64 */
            nicQueues: number | null;
            interruptAffinity: components["schemas"]["InterruptAffinity"] | null;
            packetSteering: components["schemas"]["PacketSteering"] | null;
            flowSteering: components["schemas"]["FlowSteering"] | null;
            transmitSteering: components["schemas"]["TransmitSteering"] | null;
            /** Format: int64 */
            mtuBytes: number | null;
            offloads: components["schemas"]["Offloads"] | null;
            interruptCoalescing: components["schemas"]["InterruptCoalescing"] | null;
            busyPolling: components["schemas"]["BusyPolling"] | null;
            sysctls: components["schemas"]["Sysctl"][] | null;
            cpuGovernor: components["schemas"]["CpuGovernor"] | null;
            cpuTurbo: boolean | null;
            /** Format: int64 */
            openFilesLimit: number | null;
            transparentHugePages: components["schemas"]["TransparentHugePages"] | null;
        };
        HottestCpu: {
            /** Format: int64 */
            cpu: number | null;
            /** Format: double */
            busy: number;
            /** Format: double */
            softirq: number | null;
        };
        HottestThread: {
            name: string;
            /** Format: double */
            busy: number;
        };
        ImportFile: {
            name: string;
            /** Format: base64 */
            content: string;
            format: components["schemas"]["ImportFormat"] | null;
        };
        /** @enum {string} */
        ImportFormat: "bundle" | "document" | "autocannon" | "wrk" | "wrk2" | "vegeta" | "oha" | "k6" | "h2load" | "bombardier" | "fortio";
        ImportResult: {
            runs: components["schemas"]["ImportedRunRef"][];
            /** Format: uuid */
            experimentId: string | null;
            comparison: components["schemas"]["ImportedComparison"] | null;
        };
        ImportUnderWay: {
            /** Format: uuid */
            importId: string;
        };
        ImportedComparison: {
            runIds: string[];
            /** Format: uuid */
            baselineRunId: string;
        };
        /** @description Marks a run that was not measured by agents of this instance. */
        ImportedFrom: {
            format: components["schemas"]["ImportFormat"];
            source: string;
            url: string | null;
            fileName: string | null;
            /** Format: int64 */
            importedAtUs: number;
            importedByName: string | null;
        };
        ImportedLoad: {
            tool: string | null;
            /** Format: int64 */
            toolWorkers: number | null;
            /** @enum {string|null} */
            toolCpus: null;
            decompress: boolean | null;
            /** @enum {string|null} */
            warmupSeconds: null;
            /** @enum {string|null} */
            pauseSeconds: null;
            steps: components["schemas"]["AskedStep"][];
            /** @enum {string|null} */
            search: null;
        };
        ImportedRequest: {
            /** @enum {string} */
            method: "GET";
            path: string;
            /** Format: int64 */
            weight: number;
        };
        ImportedRunRef: {
            /** Format: uuid */
            runId: string | null;
            name: string;
            format: components["schemas"]["ImportFormat"];
            fileName: string | null;
            /** Format: int64 */
            points: number;
            best: components["schemas"]["BestPoint"] | null;
            verdict: components["schemas"]["VerdictSummary"] | null;
            missing: string[];
            known: boolean;
        };
        ImportedSpec: {
            /**
             * Format: double
             * @enum {number}
             */
            specVersion: 0;
            /** @enum {string|null} */
            server: null;
            clients: unknown[];
            target: components["schemas"]["DescribedTarget"];
            requests: components["schemas"]["ImportedRequest"][];
            tuning: components["schemas"]["ImportedTuning"];
            load: components["schemas"]["ImportedLoad"];
            /** @enum {string|null} */
            samplesPerSecond: null;
        };
        ImportedTuning: {
            targetCpus: string | null;
            /** @enum {string|null} */
            server: null;
            /** @enum {string|null} */
            clients: null;
            described: components["schemas"]["DescribedSetting"][] | null;
        };
        InterruptAffinity: {
            cpus: components["schemas"]["CpuChoice"];
            spread: components["schemas"]["Spread"];
        };
        InterruptCoalescing: {
            adaptiveRx: boolean | null;
            adaptiveTx: boolean | null;
            /** Format: int64 */
            rxUs: number | null;
            /** Format: int64 */
            txUs: number | null;
            /** Format: int64 */
            rxFrames: number | null;
            /** Format: int64 */
            txFrames: number | null;
        };
        InterruptEvidence: {
            /** Format: int64 */
            irq: number;
            perCpu: components["schemas"]["CpuCount"][];
        };
        Invite: {
            /** Format: uuid */
            id: string;
            email: string;
            role: components["schemas"]["Role"];
            createdByName: string;
            /** Format: int64 */
            createdAtUs: number;
            /** Format: int64 */
            expiresAtUs: number;
            state: components["schemas"]["InviteState"];
        };
        InviteList: {
            invites: components["schemas"]["Invite"][];
        };
        /** @enum {string} */
        InviteState: "open" | "accepted" | "expired" | "revoked";
        /** @description The credential is shown once and is the host. */
        JoinReply: {
            /** Format: uuid */
            hostId: string;
            /** Format: uuid */
            agentId: string;
            credential: string;
        };
        JoinRequest: {
            joinToken: string;
            /** Format: uuid */
            incarnationId: string;
            name: string;
            agentVersion: string;
            facts: components["schemas"]["HostFacts"];
        };
        /** @description Shown once. Good for one agent. */
        JoinToken: {
            token: string;
            /** Format: int64 */
            expiresAtUs: number;
        };
        JudgedRun: {
            /** Format: uuid */
            id: string;
            name: string;
            steps: components["schemas"]["JudgedStep"][];
        };
        JudgedStep: {
            /** Format: int64 */
            index: number;
            spec: components["schemas"]["AskedStep"];
            point: {
                /** Format: double */
                requestsPerSecond: number;
                latencyMs: components["schemas"]["LatencyMs"];
                latencyRangeMs: components["schemas"]["LatencyRangeMs"] | null;
                /** Format: double */
                serverCpuUsPerRequest: number | null;
                /** Format: double */
                clientCpuUsPerRequest: number | null;
            } | null;
            verdict: {
                validity: components["schemas"]["Validity"];
                wall: components["schemas"]["Wall"] | null;
                walls: components["schemas"]["Wall"][];
                confidence: components["schemas"]["Confidence"];
                sentence: string;
            } | null;
        };
        /** @description Until a percentile of the latency is above a bound. */
        LatencyCeiling: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "latency";
            /** @enum {string} */
            percentile: "p50" | "p90" | "p99" | "p99_9";
            /** Format: double */
            mostMs: number;
        };
        /** @description How many requests took how long; empty buckets are left out. */
        LatencyHistogram: {
            /** Format: int64 */
            significantDigits: number;
            valuesUs: number[];
            counts: number[];
        };
        /** @enum {string} */
        LatencyKind: "closed" | "synthetic" | "open";
        LatencyMs: {
            /** Format: double */
            mean: number | null;
            /** Format: double */
            stddev: number | null;
            /** Format: double */
            p50: number | null;
            /** Format: double */
            p90: number | null;
            /** Format: double */
            p95: number | null;
            /** Format: double */
            p97_5: number | null;
            /** Format: double */
            p99: number | null;
            /** Format: double */
            p99_9: number | null;
            /** Format: double */
            p99_99: number | null;
            /** Format: double */
            max: number | null;
            loop: components["schemas"]["LatencyKind"];
            /** Format: int64 */
            resolutionUs: number;
        };
        LatencyRange: {
            /** Format: double */
            low: number;
            /** Format: double */
            high: number;
        };
        /** @description The lowest and the highest of several clients: without histograms they have no common percentile. */
        LatencyRangeMs: {
            p50: components["schemas"]["LatencyRange"] | null;
            p90: components["schemas"]["LatencyRange"] | null;
            p95: components["schemas"]["LatencyRange"] | null;
            p97_5: components["schemas"]["LatencyRange"] | null;
            p99: components["schemas"]["LatencyRange"] | null;
            p99_9: components["schemas"]["LatencyRange"] | null;
            p99_99: components["schemas"]["LatencyRange"] | null;
        };
        LayoutEntry: {
            /** Format: int64 */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "layout";
            layout: components["schemas"]["SampleLayout"];
        };
        LeaseTerms: {
            /** Format: uuid */
            runId: string;
            /** Format: int64 */
            ttlMs: number;
            /** Format: int64 */
            guardMs: number;
        };
        /** @description Something that listens on the host already, where the host's configuration file allows its port. It is neither started nor stopped. */
        ListeningTarget: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "listening";
            /** Format: int64 */
            port: number;
        };
        /** @enum {string} */
        LoadPhase: "warmup" | "measure";
        LoadProfile: {
            tool: components["schemas"]["ToolName"];
            /** Format: int64 */
            toolWorkers: number | null;
            toolCpus: components["schemas"]["CpuChoice"] | null;
            decompress: boolean;
            /** Format: int64 */
            warmupSeconds: number;
            /** Format: int64 */
            pauseSeconds: number;
            steps: components["schemas"]["StepSpec"][];
            search: components["schemas"]["CeilingSearch"] | null;
        };
        /** @description What the tool itself said, in the units of the contract. */
        LoadResult: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "drive-load";
            command: string[];
            /** Format: int64 */
            startedAtUs: number;
            /** Format: int64 */
            endedAtUs: number;
            /** Format: int64 */
            requests: number;
            /** Format: int64 */
            durationUs: number;
            /** Format: double */
            requestsPerSecond: number;
            /** Format: double */
            requestsPerSecondStddev: number | null;
            /** Format: double */
            requestsPerSecondMax: number | null;
            /** Format: double */
            bytesPerSecond: number;
            latencyMs: components["schemas"]["LatencyMs"];
            errors: components["schemas"]["RequestErrors"];
            /** Format: int64 */
            toolWorkers: number | null;
            /** Format: double */
            offeredPerSecond: number | null;
            /** Format: int64 */
            unsent: number | null;
            histogram: components["schemas"]["LatencyHistogram"] | null;
            succeededBySecond: number[] | null;
            clock: components["schemas"]["ClockReading"] | null;
            /** Format: int64 */
            connectionsEstablished: number | null;
            placement: components["schemas"]["Placement"] | null;
            drift: components["schemas"]["Drift"][];
            profiles: components["schemas"]["CapturedProfile"][];
            competitors?: components["schemas"]["Competitor"][];
        };
        LoadShare: components["schemas"]["ClosedShare"] | components["schemas"]["OpenShare"];
        /** @description When load was driven for certain, by the clock of the host, as its samples are. */
        LoadTime: {
            /** Format: int64 */
            fromUs: number;
            /** Format: int64 */
            toUs: number;
        };
        LockEvidence: {
            /** @enum {string} */
            profile: "block" | "mutex";
            /** Format: double */
            blockedSeconds: number;
            /** Format: double */
            profileSeconds: number;
            functionName: string;
            /** Format: double */
            functionSeconds: number;
        };
        /** @enum {string} */
        Loop: "closed" | "open";
        MetricOutcome: {
            metric: components["schemas"]["ComparedMetric"];
            /** Format: int64 */
            stepPosition: number;
            /** Format: int64 */
            sideIndex: number;
            primary: boolean;
            outcome: components["schemas"]["ComparisonOutcome"];
            word: string;
            couldShow: components["schemas"]["CouldShow"];
            couldShowSentence: string;
            baseline: components["schemas"]["SideFigure"];
            other: components["schemas"]["SideFigure"];
            effect: components["schemas"]["Effect"] | null;
            sentence: string;
        };
        /** @description A server that the host's configuration file names; its agent starts it. */
        NamedTarget: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "named";
            name: string;
        };
        NetworkCounters: {
            /** Format: int64 */
            segmentsSent: number | null;
            /** Format: int64 */
            segmentsRetransmitted: number | null;
            /** Format: int64 */
            listenOverflows: number | null;
            /** Format: int64 */
            softnetDropped: number | null;
            /** Format: int64 */
            softnetTimeSqueezed: number | null;
            allowanceExceeded: components["schemas"]["AllowanceCount"][];
            /** Format: int64 */
            qdiscOverlimits: number | null;
            /** Format: int64 */
            cgroupThrottledUs: number | null;
        };
        /** @description The secret is shown once; only its hash is kept. */
        NewApiToken: {
            token: components["schemas"]["ApiToken"];
            secret: string;
        };
        NewBaseline: {
            name: string;
            spec: components["schemas"]["RunSpec"];
        };
        /** @description The link is shown once; only the hash of its secret is kept. */
        NewInvite: {
            invite: components["schemas"]["Invite"];
            url: string;
        };
        NewVariant: {
            name: string;
            changes: components["schemas"]["SpecChange"][];
        };
        Nic: {
            name: string;
            driver: string | null;
            firmware: string | null;
            /** Format: int64 */
            speedBitsPerSecond: number | null;
            /** Format: int64 */
            bandwidthBitsPerSecond: number | null;
            /** Format: int64 */
            mtuBytes: number;
            /** Format: int64 */
            numaNode: number | null;
            /** Format: int64 */
            rxQueues: number;
            /** Format: int64 */
            txQueues: number;
            loopback: boolean;
            defaultRoute: boolean;
            addresses: string[];
            interrupts: components["schemas"]["NicInterrupt"][];
        };
        /** @description One interrupt line of a NIC and the CPUs that may take it, read, never assumed. */
        NicInterrupt: {
            /** Format: int64 */
            irq: number;
            name: string;
            affinityCpus: string;
            effectiveCpus: string;
        };
        NicPackets: {
            nic: string;
            /** Format: int64 */
            packets: number;
        };
        /** @description One NIC that carried the load. */
        NicUse: {
            name: string;
            /** Format: double */
            rxBitsPerSecond: number | null;
            /** Format: double */
            txBitsPerSecond: number | null;
            /** Format: double */
            rxPacketsPerSecond: number | null;
            /** Format: double */
            txPacketsPerSecond: number | null;
            /** Format: double */
            ceilingBitsPerSecond: number | null;
            ceilingSource: string | null;
        };
        NumaNode: {
            /** Format: int64 */
            node: number;
            cpus: string;
        };
        Offloads: {
            gro: boolean | null;
            gso: boolean | null;
            tso: boolean | null;
            lro: boolean | null;
        };
        /** @description What the holder of the link is invited to. */
        OpenInvite: {
            email: string;
            role: components["schemas"]["Role"];
            createdByName: string;
            /** Format: int64 */
            expiresAtUs: number;
        };
        OpenShare: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            loop: "open";
            /** Format: int64 */
            requestsPerSecond: number;
            /** @enum {string} */
            arrivals: "constant" | "poisson";
            /** Format: int64 */
            connections: number | null;
        };
        /** @description Requests are sent at a rate, whether or not earlier ones were answered. */
        OpenStep: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            loop: "open";
            /** Format: int64 */
            requestsPerSecond: number;
            /** @enum {string} */
            arrivals: "constant" | "poisson";
            /** Format: int64 */
            connections: number | null;
            /** Format: int64 */
            durationSeconds: number;
            /** Format: int64 */
            toolWorkers: number | null;
            profiles: components["schemas"]["ProfileKind"][];
        };
        /** @description Take a boundary frame now: the load of a measured step is about to begin on another host. */
        OpenWindowCommand: {
            /** Format: uuid */
            commandId: string;
            /** Format: uuid */
            runId: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "open-window";
            /** Format: int64 */
            durationSeconds: number;
            profiles: components["schemas"]["ProfileKind"][];
        };
        OpenedShare: {
            document: components["schemas"]["ShareDocument"];
            /** Format: int64 */
            storedVersion: number;
            documentSha256: string;
            /** Format: int64 */
            documentSizeBytes: number;
            createdByName: string;
            /** Format: int64 */
            expiresAtUs: number | null;
        };
        Outcome: {
            /** Format: uuid */
            commandId: string;
            /** @enum {string} */
            status: "succeeded" | "failed" | "interrupted";
            result: Omit<components["schemas"]["CommandResult"], "type"> | null;
            failure: components["schemas"]["Failure"] | null;
            command: string[];
            artifacts: components["schemas"]["ArtifactRef"][];
        };
        OutcomeEntry: {
            /** Format: int64 */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "outcome";
            outcome: components["schemas"]["Outcome"];
        };
        PacketSteering: {
            cpus: "none" | components["schemas"]["CpuChoice"];
        };
        PasswordSignIn: {
            email: string;
            password: string;
        };
        Person: {
            userId: string;
            name: string;
            email: string;
            role: components["schemas"]["Role"];
            disabled: boolean;
            hasPassword: boolean;
            /** Format: int64 */
            createdAtUs: number;
            /** Format: int64 */
            lastUsedAtUs: number | null;
        };
        PersonList: {
            people: components["schemas"]["Person"][];
        };
        /** @description The processes of the target in the middle of a step. */
        Placement: {
            /** Format: int64 */
            atUs: number;
            workers: components["schemas"]["WorkerPlacement"][];
            /** Format: int64 */
            connectionsEstablished: number | null;
        };
        PlanAnswer: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "plan";
            plan: components["schemas"]["TuningPlan"];
        };
        PlanRequest: {
            tuning: components["schemas"]["HostTuning"];
            targetCpus: components["schemas"]["CpuChoice"] | null;
            address: string | null;
        };
        PlanTask: {
            /** Format: uuid */
            taskId: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "plan";
            request: components["schemas"]["PlanRequest"];
        };
        PlannedChange: {
            setting: components["schemas"]["SettingName"];
            key: string;
            path: string;
            before: string | null;
            asked: string | null;
            why: string;
            /** @enum {string} */
            status: "change" | "unchanged" | "not-changeable";
            reason: string | null;
        };
        /** @description What one executed step measured. */
        Point: {
            /** Format: int64 */
            startedAtUs: number | null;
            /** Format: int64 */
            endedAtUs: number | null;
            /** Format: int64 */
            requests: number | null;
            /** Format: int64 */
            durationUs: number | null;
            /** Format: double */
            requestsPerSecond: number;
            /** Format: double */
            requestsPerSecondStddev: number | null;
            /** Format: double */
            requestsPerSecondMax: number | null;
            /** Format: double */
            bytesPerSecond: number | null;
            latencyMs: components["schemas"]["LatencyMs"];
            errors: components["schemas"]["RequestErrors"] | null;
            /** Format: int64 */
            toolWorkers: number | null;
            /** Format: double */
            offeredPerSecond: number | null;
            /** Format: int64 */
            unsent: number | null;
            rounded: boolean;
            /** Format: int64 */
            inFlightMax: number | null;
            /** Format: int64 */
            connectionsAsked: number | null;
            /** Format: int64 */
            connectionsEstablished: number | null;
            /** Format: int64 */
            serverRequests: number | null;
            /** Format: double */
            serverCpuUsPerRequest: number | null;
            /** Format: double */
            clientCpuUsPerRequest: number | null;
            /** Format: double */
            serverCpus: number | null;
            /** Format: double */
            clientCpus: number | null;
            /** Format: double */
            otherCpus: number | null;
            /** Format: double */
            sampleGapSeconds: number | null;
            /** Format: int64 */
            commonWindowUs: number | null;
            latencyRangeMs: components["schemas"]["LatencyRangeMs"] | null;
            distribution: components["schemas"]["Distribution"] | null;
        };
        /** @description What one point is worth and what limited it. Its findings are those of the run with its stepIndex. */
        PointVerdict: {
            validity: components["schemas"]["Validity"];
            wall: components["schemas"]["Wall"] | null;
            walls: components["schemas"]["Wall"][];
            confidence: components["schemas"]["Confidence"];
            lowerBound: boolean;
            sentence: string;
            next: string;
            /** Format: double */
            littlesRatio: number | null;
            evidence: components["schemas"]["EvidenceRow"][];
        };
        PollReply: {
            commands: components["schemas"]["Command"][];
            tasks: components["schemas"]["HostTask"][];
        };
        PollRequest: {
            /** Format: uuid */
            incarnationId: string;
            holding: string[];
            /** Format: int64 */
            waitMs: number;
        };
        /** @description Check what the run needs on this host and start sampling. */
        PrepareCommand: {
            /** Format: uuid */
            commandId: string;
            /** Format: uuid */
            runId: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "prepare";
            lease: components["schemas"]["LeaseTerms"];
            roles: ("server" | "client")[];
            target: components["schemas"]["TargetSpec"];
            listen: string;
            tool: string;
            targetCpus: components["schemas"]["CpuChoice"] | null;
            toolCpus: components["schemas"]["CpuChoice"] | null;
            /** Format: int64 */
            samplesPerSecond: number;
        };
        PreparedResult: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "prepare";
            /** Format: int64 */
            port: number | null;
            toolVersion: string | null;
        };
        /** @description What the experiment is decided by, declared before its first run. */
        PrimaryOutcome: {
            metric: components["schemas"]["ComparedMetric"];
            /** Format: int64 */
            stepIndex: number;
        };
        /** @enum {string} */
        Privilege: "net-admin" | "dac-override" | "sys-nice" | "sys-resource" | "services";
        /** @description RFC 9457 problem details. */
        Problem: {
            type: string;
            title: string;
            /** Format: int64 */
            status: number;
            detail: string;
            code: string;
            requestId: string;
            fields: components["schemas"]["ProblemField"][];
        };
        ProblemField: {
            path: string;
            message: string;
        };
        /** @description Flat: in the function itself; cumulative: with what it called. */
        ProfileFunction: {
            name: string;
            file: string;
            /** Format: double */
            flat: number;
            /** Format: double */
            cumulative: number;
        };
        /** @enum {string} */
        ProfileKind: "cpu" | "block" | "mutex" | "heap" | "goroutine";
        Readiness: {
            /** @enum {string} */
            status: "ready" | "not-ready";
            reason: string | null;
        };
        /** @description The server that comes with the agent. */
        ReferenceTarget: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "reference";
            framework: components["schemas"]["Framework"];
            prefork: boolean;
            /** Format: int64 */
            workers: number | null;
            /** @enum {string} */
            pick: "local" | "locked";
            /** Format: int64 */
            port: number | null;
        };
        RefusedAnswer: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "refused";
            sentence: string;
        };
        ReportEntry: components["schemas"]["LayoutEntry"] | components["schemas"]["FrameEntry"] | components["schemas"]["OutcomeEntry"] | components["schemas"]["TargetExitedEntry"] | components["schemas"]["SnapshotEntry"] | components["schemas"]["RestoredEntry"];
        ReportReply: {
            /** Format: int64 */
            acknowledgedSequence: number;
        };
        ReportRequest: {
            /** Format: uuid */
            incarnationId: string;
            entries: components["schemas"]["ReportEntry"][];
        };
        /** @description Failed requests by kind. A failed request is data. */
        RequestErrors: {
            /** Format: int64 */
            connection: number;
            /** Format: int64 */
            timeout: number;
            /** Format: int64 */
            reset: number;
            /** Format: int64 */
            non2xx: number;
            /** Format: int64 */
            mismatch: number;
        };
        RequestSpec: {
            /** @enum {string} */
            method: "GET";
            path: string & (string);
            /** Format: int64 */
            weight: number;
        };
        RestoreAnswer: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "restore";
            restore: components["schemas"]["RestoreResult"];
        };
        /** @description Put the host back, read everything back, stop sampling. */
        RestoreCommand: {
            /** Format: uuid */
            commandId: string;
            /** Format: uuid */
            runId: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "restore";
        };
        /** @description Whether every changed knob reads back as it was before the run. */
        RestoreResult: {
            matches: boolean;
            mismatches: string[];
            knobs: components["schemas"]["RestoredKnob"][];
            /** Format: uuid */
            runId: string | null;
        };
        RestoreTask: {
            /** Format: uuid */
            taskId: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "restore";
            acceptPresent: boolean;
        };
        /** @description The host was put back without having been told to: the lease had run out, or the agent ended. */
        RestoredEntry: {
            /** Format: int64 */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "restored";
            /** Format: uuid */
            runId: string;
            restore: components["schemas"]["RestoreResult"];
        };
        RestoredKnob: {
            setting: components["schemas"]["SettingName"];
            key: string;
            before: string;
            readBack: string | null;
            matches: boolean;
        };
        RestoredResult: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "restore";
            restore: components["schemas"]["RestoreResult"];
        };
        /** @enum {string} */
        Role: "viewer" | "operator" | "admin";
        Run: {
            /** Format: uuid */
            id: string;
            name: string;
            state: components["schemas"]["RunState"];
            failure: components["schemas"]["Failure"] | null;
            /** Format: int64 */
            createdAtUs: number;
            /** Format: int64 */
            startedAtUs: number | null;
            /** Format: int64 */
            endedAtUs: number | null;
            progress: components["schemas"]["RunProgress"];
            spec: components["schemas"]["RunSpec"] | components["schemas"]["ImportedSpec"];
            imported: components["schemas"]["ImportedFrom"] | null;
            /** Format: uuid */
            experimentId: string | null;
            verdict: components["schemas"]["RunVerdict"] | null;
            hostNames: string[];
            tags: string[];
            notes: string;
            /** Format: uuid */
            basedOnRunId: string | null;
            createdByName: string | null;
            /** Format: int64 */
            stepsMeasured: number;
            /** Format: int64 */
            stepsFailed: number;
            best: components["schemas"]["BestPoint"] | null;
            hosts: components["schemas"]["RunHost"][];
            target: components["schemas"]["RunTarget"] | null;
            steps: components["schemas"]["RunStep"][];
            transitions: components["schemas"]["RunTransition"][];
            artifacts: components["schemas"]["Artifact"][];
            tuning: components["schemas"]["RunTuning"][];
            findings: components["schemas"]["Finding"][];
            search: components["schemas"]["SearchResult"] | null;
        };
        RunDeletion: {
            /** Format: uuid */
            runId: string;
            /** Format: int64 */
            deletedAtUs: number;
            /** Format: int64 */
            restorableUntilUs: number;
        };
        RunFacet: {
            value: string;
            /** Format: int64 */
            runs: number;
        };
        /** @description What the runs can be filtered by, with how many runs each choice has. */
        RunFacets: {
            tags: components["schemas"]["RunFacet"][];
            hosts: components["schemas"]["HostFacet"][];
            tools: components["schemas"]["RunFacet"][];
            paths: components["schemas"]["RunFacet"][];
            frameworks: components["schemas"]["RunFacet"][];
            preforks: components["schemas"]["RunFacet"][];
            createdBy: components["schemas"]["RunFacet"][];
            walls: components["schemas"]["RunFacet"][];
            validities: components["schemas"]["RunFacet"][];
        };
        /** @description Runs of one experiment as one line of the list. */
        RunFold: {
            /** Format: uuid */
            runId: string;
            /** Format: int64 */
            runs: number;
            experiment: components["schemas"]["ExperimentSummary"];
        };
        RunHistograms: {
            steps: components["schemas"]["StepHistogram"][];
        };
        /** @description A host as it was when the run was made. */
        RunHost: {
            /** Format: uuid */
            hostId: string;
            name: string;
            roles: ("server" | "client")[];
            agentVersion: string | null;
            facts: components["schemas"]["HostFacts"] | null;
            described: components["schemas"]["DescribedHost"] | null;
        };
        RunKnob: {
            setting: components["schemas"]["SettingName"];
            key: string;
            path: string;
            before: string | null;
            asked: string | null;
            why: string;
            readBack: string | null;
            /** @enum {string} */
            status: "applied" | "unchanged" | "differs" | "not-changeable" | "failed";
            reason: string | null;
            restored: string | null;
            restoredMatches: boolean | null;
        };
        /** @description Words of people about a run; they may change after it is over. */
        RunLabels: {
            name?: string;
            tags?: string[];
            addTags?: string[];
            removeTags?: string[];
            notes?: string;
        };
        RunList: {
            runs: components["schemas"]["RunSummary"][];
            folds: components["schemas"]["RunFold"][];
            nextCursor: string | null;
            /** Format: int64 */
            total: number;
        };
        RunProgress: {
            /** Format: int64 */
            stepIndex: number | null;
            /** Format: int64 */
            stepCount: number;
            /** Format: int64 */
            elapsedUs: number;
            /** Format: int64 */
            remainingUs: number | null;
        };
        RunSeries: {
            hosts: components["schemas"]["HostSeries"][];
        };
        RunSnapshots: {
            hosts: components["schemas"]["HostSnapshots"][];
        };
        /** @description One hardware x target x tuning x load profile. */
        RunSpec: {
            /**
             * Format: double
             * @enum {number}
             */
            specVersion: 4;
            server: components["schemas"]["ServerRef"];
            clients: components["schemas"]["ClientRef"][];
            target: components["schemas"]["TargetSpec"];
            requests: components["schemas"]["RequestSpec"][];
            tuning: components["schemas"]["TuningSpec"];
            load: components["schemas"]["LoadProfile"];
            /** Format: int64 */
            samplesPerSecond: number;
        };
        /** @enum {string} */
        RunState: "queued" | "provisioning" | "preparing" | "tuning" | "target-up" | "warming" | "measuring" | "cooling" | "stopping" | "restoring" | "releasing" | "analysing" | "finished" | "failed" | "canceled";
        RunStep: {
            /** Format: int64 */
            index: number;
            status: components["schemas"]["StepStatus"];
            spec: components["schemas"]["AskedStep"];
            failure: components["schemas"]["Failure"] | null;
            warmupCommand: string[];
            command: string[];
            point: components["schemas"]["Point"] | null;
            clients: components["schemas"]["StepClient"][];
            profiles: components["schemas"]["StepProfile"][];
            evidence: components["schemas"]["StepEvidenceView"] | null;
            verdict: components["schemas"]["PointVerdict"] | null;
        };
        RunSummary: {
            /** Format: uuid */
            id: string;
            name: string;
            state: components["schemas"]["RunState"];
            failure: components["schemas"]["Failure"] | null;
            /** Format: int64 */
            createdAtUs: number;
            /** Format: int64 */
            startedAtUs: number | null;
            /** Format: int64 */
            endedAtUs: number | null;
            progress: components["schemas"]["RunProgress"];
            spec: components["schemas"]["RunSpec"] | components["schemas"]["ImportedSpec"];
            imported: components["schemas"]["ImportedFrom"] | null;
            /** Format: uuid */
            experimentId: string | null;
            verdict: components["schemas"]["VerdictSummary"] | null;
            hostNames: string[];
            tags: string[];
            notes: string;
            /** Format: uuid */
            basedOnRunId: string | null;
            createdByName: string | null;
            /** Format: int64 */
            stepsMeasured: number;
            /** Format: int64 */
            stepsFailed: number;
            best: components["schemas"]["BestPoint"] | null;
        };
        RunTarget: {
            url: string;
            command: string[];
            version: string;
            /** Format: int64 */
            workers: number | null;
            /** Format: int64 */
            goMaxProcsPerWorker: number | null;
            cpus: string | null;
        };
        RunTransition: {
            state: components["schemas"]["RunState"];
            /** Format: int64 */
            stepIndex: number | null;
            /** Format: int64 */
            atUs: number;
            note: string | null;
        };
        /** @description One host: asked, read back, effective, restored. */
        RunTuning: {
            /** Format: uuid */
            hostId: string;
            nic: string | null;
            targetCpus: string | null;
            knobs: components["schemas"]["RunKnob"][];
            effects: components["schemas"]["SettingEffect"][];
            warnings: string[];
            restoreMatches: boolean | null;
            snapshots: components["schemas"]["SnapshotMoment"][];
        };
        RunVerdict: {
            validity: components["schemas"]["Validity"];
            wall: components["schemas"]["Wall"] | null;
            walls: components["schemas"]["Wall"][];
            confidence: components["schemas"]["Confidence"];
            lowerBound: boolean;
            sentence: string;
            next: string;
            /** Format: int64 */
            version: number;
            /** Format: int64 */
            stepIndex: number;
        };
        SampleLayout: {
            layoutId: string;
            /** Format: int64 */
            schemaVersion: number;
            columns: string[];
        };
        SearchCeiling: components["schemas"]["ThroughputCeiling"] | components["schemas"]["LatencyCeiling"];
        /** @description What a ceiling search has found so far. */
        SearchResult: {
            /** Format: int64 */
            kneeStepIndex: number | null;
            /** Format: double */
            low: number | null;
            /** Format: double */
            high: number | null;
            done: boolean;
            sentence: string;
        };
        SeriesColumn: {
            name: string;
            unit: string;
            values: (number | null)[];
        };
        ServerRef: {
            /** Format: uuid */
            hostId: string;
            address: string | null;
        };
        Session: {
            userId: string | null;
            name: string;
            email: string | null;
            role: components["schemas"]["Role"];
            /** @enum {string} */
            via: "cookie" | "token";
        };
        SessionList: {
            sessions: components["schemas"]["SignedInSession"][];
        };
        SettingEffect: {
            setting: components["schemas"]["SettingName"];
            /** Format: int64 */
            stepIndex: number;
            /** @enum {string} */
            verdict: "effective" | "without-effect" | "cannot-tell";
            sentence: string;
        };
        /** @enum {string} */
        SettingName: "stopServices" | "nicQueues" | "interruptAffinity" | "packetSteering" | "flowSteering" | "transmitSteering" | "mtuBytes" | "offloads" | "interruptCoalescing" | "busyPolling" | "sysctls" | "cpuGovernor" | "cpuTurbo" | "openFilesLimit" | "transparentHugePages" | "targetCpus";
        /** @enum {string} */
        Severity: "note" | "suspect" | "invalid";
        Share: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "run" | "comparison" | "experiment";
            title: string;
            status: components["schemas"]["ShareStatus"];
            url: string;
            runIds: string[];
            /** Format: int64 */
            documentVersion: number;
            documentSha256: string;
            /** Format: int64 */
            documentSizeBytes: number;
            /** Format: int64 */
            createdAtUs: number;
            createdByName: string;
            /** Format: int64 */
            expiresAtUs: number | null;
            /** Format: int64 */
            revokedAtUs: number | null;
            /** Format: int64 */
            opens: number;
            /** Format: int64 */
            lastOpenedAtUs: number | null;
        };
        /** @description A frozen, read-only document; its SHA-256 is taken over the bytes as stored. */
        ShareDocument: components["schemas"]["SharedRun"] | components["schemas"]["SharedComparison"] | components["schemas"]["SharedExperiment"];
        ShareList: {
            shares: components["schemas"]["Share"][];
        };
        /** @enum {string} */
        ShareStatus: "open" | "expired" | "revoked";
        SharedComparison: {
            /**
             * Format: double
             * @enum {number}
             */
            documentVersion: 5;
            title: string;
            /** Format: int64 */
            frozenAtUs: number;
            productVersion: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "comparison";
            comparison: components["schemas"]["Comparison"];
            series: components["schemas"]["RunSeries"][];
        };
        /** @description An experiment with the runs of its result, once it is done. */
        SharedExperiment: {
            /**
             * Format: double
             * @enum {number}
             */
            documentVersion: 5;
            title: string;
            /** Format: int64 */
            frozenAtUs: number;
            productVersion: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "experiment";
            experiment: components["schemas"]["Experiment"];
        };
        /** @description One run as it was when it was shared, without addresses of NICs. */
        SharedRun: {
            /**
             * Format: double
             * @enum {number}
             */
            documentVersion: 5;
            title: string;
            /** Format: int64 */
            frozenAtUs: number;
            productVersion: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "run";
            run: components["schemas"]["Run"];
            series: components["schemas"]["RunSeries"];
        };
        /** @description As its page shows it: without its runs, of which there may be hundreds. */
        ShownExperiment: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["ExperimentKind"];
            question: string;
            status: components["schemas"]["ExperimentStatus"];
            stoppedSentence: string | null;
            waitingSentence: string | null;
            /** Format: int64 */
            createdAtUs: number;
            createdByName: string | null;
            /** Format: int64 */
            startedAtUs: number | null;
            /** Format: int64 */
            endedAtUs: number | null;
            configurationNames: string[];
            hostNames: string[];
            /** Format: int64 */
            rounds: number;
            /** Format: int64 */
            roundsPlanned: number;
            /** Format: int64 */
            roundsDone: number;
            /** Format: int64 */
            runsPlanned: number;
            /** Format: int64 */
            runsDone: number;
            /** Format: int64 */
            remainingUs: number | null;
            headline: string | null;
            imported: boolean;
            supersededBy: components["schemas"]["ExperimentRef"] | null;
            hypothesis: string;
            /** Format: int64 */
            seed: number;
            /** Format: int64 */
            extensionRounds: number | null;
            extended: boolean | null;
            primary: components["schemas"]["PrimaryOutcome"];
            /** Format: double */
            marginPercent: number;
            design: components["schemas"]["ExperimentDesign"];
            configurations: components["schemas"]["ExperimentConfiguration"][];
            slots: components["schemas"]["ExperimentSlot"][];
            result: components["schemas"]["ShownResult"] | null;
            finding: string;
            /** Format: int64 */
            findingAtUs: number | null;
            findingByName: string | null;
            supersedes: components["schemas"]["ExperimentRef"][];
        };
        /** @description A comparison of very many runs, of which it has what limited each step. The runs have pages of their own. */
        ShownResult: {
            /** Format: uuid */
            baselineRunId: string;
            runs: components["schemas"]["JudgedRun"][];
            sides: components["schemas"]["ComparedSide"][];
            settings: components["schemas"]["ComparedSetting"][];
            steps: components["schemas"]["ComparedStep"][];
            outcomes: components["schemas"]["MetricOutcome"][];
            headline: string;
            warnings: components["schemas"]["ComparisonWarning"][];
        };
        /** @enum {string} */
        Side: "server" | "client";
        /** @description One host on one side of one step. */
        SideEvidence: {
            /** Format: uuid */
            hostId: string | null;
            name: string;
            side: components["schemas"]["Side"];
            /** Format: int64 */
            cpus: number | null;
            /** Format: int64 */
            cpusAllowed: number | null;
            cpu: components["schemas"]["CpuUse"] | null;
            /** Format: double */
            processCpus: number | null;
            /** Format: double */
            otherCpus: number | null;
            competitors: components["schemas"]["Competitor"][] | null;
            hottestCpu: components["schemas"]["HottestCpu"] | null;
            hottestThread: components["schemas"]["HottestThread"] | null;
            /** Format: int64 */
            threads: number | null;
            nics: components["schemas"]["NicUse"][];
            counters: components["schemas"]["NetworkCounters"] | null;
            softirqBilledToTasks: boolean | null;
            loadTime?: components["schemas"]["LoadTime"] | null;
        };
        SideFigure: {
            /** Format: double */
            mean: number | null;
            values: (number | null)[];
            validity: components["schemas"]["Validity"] | null;
            wall: components["schemas"]["Wall"] | null;
            confidence: components["schemas"]["Confidence"] | null;
        };
        /** @description Opens one session, once. */
        SignInLink: {
            url: string;
            /** Format: int64 */
            expiresAtUs: number;
        };
        SignedInSession: {
            id: string;
            userAgent: string | null;
            address: string | null;
            /** Format: int64 */
            createdAtUs: number;
            /** Format: int64 */
            lastUsedAtUs: number;
            /** Format: int64 */
            expiresAtUs: number;
            current: boolean;
        };
        SingleFactor: {
            group: components["schemas"]["DifferenceGroup"];
            name: string;
            changes: components["schemas"]["SpecChange"][];
        };
        Snapshot: {
            moment: components["schemas"]["SnapshotMoment"];
            /** Format: int64 */
            takenAtUs: number;
            values: {
                [key: string]: string;
            };
        };
        SnapshotAnswer: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "snapshot";
            snapshot: components["schemas"]["Snapshot"];
        };
        SnapshotEntry: {
            /** Format: int64 */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "snapshot";
            /** Format: uuid */
            runId: string;
            snapshot: components["schemas"]["Snapshot"];
        };
        /** @enum {string} */
        SnapshotMoment: "before" | "applied" | "after-steps" | "restored";
        SnapshotTask: {
            /** Format: uuid */
            taskId: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "snapshot";
        };
        SpecChange: {
            path: string;
            value: unknown;
        };
        /** @enum {string} */
        Spread: "one-to-one" | "all";
        StartTargetCommand: {
            /** Format: uuid */
            commandId: string;
            /** Format: uuid */
            runId: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "start-target";
            target: components["schemas"]["TargetSpec"];
            cpus: components["schemas"]["CpuChoice"] | null;
            listen: string;
        };
        /** @description One client's part in a step. */
        StepClient: {
            /** Format: uuid */
            hostId: string;
            name: string;
            share: components["schemas"]["LoadShare"];
            command: string[];
            failure: components["schemas"]["Failure"] | null;
            figures: components["schemas"]["ClientFigures"] | null;
        };
        StepEvidenceView: {
            server: components["schemas"]["SideEvidence"] | null;
            clients: components["schemas"]["SideEvidence"][];
            sharedMachine: boolean | null;
            requestsBySecond: number[] | null;
            /** @enum {string|null} */
            requestsBySecondSource: "server" | "tool" | null;
            locks: components["schemas"]["LockEvidence"] | null;
        };
        StepHistogram: {
            /** Format: int64 */
            stepIndex: number;
            histogram: components["schemas"]["LatencyHistogram"];
        };
        /** @description A profile of the target that was taken during a step. */
        StepProfile: {
            kind: components["schemas"]["ProfileKind"];
            failure: string | null;
            /** Format: int64 */
            processes: number;
            /** Format: double */
            durationSeconds: number;
            sampleType: string;
            unit: string;
            /** Format: double */
            total: number;
            functions: components["schemas"]["ProfileFunction"][];
            /** Format: uuid */
            artifactId: string | null;
        };
        StepSpec: components["schemas"]["ClosedStep"] | components["schemas"]["OpenStep"];
        /** @enum {string} */
        StepStatus: "planned" | "running" | "measured" | "failed" | "skipped";
        /** @description End the tool at once, take the snapshot after the steps, and drain the target. */
        StopCommand: {
            /** Format: uuid */
            commandId: string;
            /** Format: uuid */
            runId: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "stop";
        };
        StopResult: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "stop";
        };
        /** @enum {string} */
        StoppableService: "irqbalance" | "cron" | "crond" | "tuned" | "thermald";
        Sysctl: {
            /** @enum {string} */
            name: "net.core.somaxconn" | "net.core.netdev_max_backlog" | "net.core.netdev_budget" | "net.core.netdev_budget_usecs" | "net.core.dev_weight" | "net.core.rmem_default" | "net.core.rmem_max" | "net.core.wmem_default" | "net.core.wmem_max" | "net.core.optmem_max" | "net.core.default_qdisc" | "net.ipv4.tcp_max_syn_backlog" | "net.ipv4.tcp_syncookies" | "net.ipv4.ip_local_port_range" | "net.ipv4.tcp_tw_reuse" | "net.ipv4.tcp_fin_timeout" | "net.ipv4.tcp_max_tw_buckets" | "net.ipv4.tcp_rmem" | "net.ipv4.tcp_wmem" | "net.ipv4.tcp_congestion_control" | "net.ipv4.tcp_slow_start_after_idle" | "net.ipv4.tcp_notsent_lowat" | "net.ipv4.tcp_fastopen" | "net.ipv4.tcp_timestamps" | "net.ipv4.tcp_sack" | "net.ipv4.tcp_autocorking" | "net.ipv4.tcp_limit_output_bytes" | "net.netfilter.nf_conntrack_max" | "fs.file-max" | "fs.nr_open" | "vm.swappiness" | "kernel.numa_balancing" | "kernel.sched_autogroup_enabled" | "kernel.timer_migration" | "kernel.nmi_watchdog";
            value: string;
        };
        /** @description The target ended without having been told to. */
        TargetExitedEntry: {
            /** Format: int64 */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "target-exited";
            /** Format: uuid */
            runId: string;
            sentence: string;
            artifacts: components["schemas"]["ArtifactRef"][];
        };
        /** @description A target that the host's configuration file names. */
        TargetFact: {
            name: string;
            /** Format: int64 */
            port: number;
            healthPath: string;
            profiles: boolean;
        };
        TargetResult: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "start-target";
            url: string;
            command: string[];
            version: string;
            /** Format: int64 */
            workers: number | null;
            /** Format: int64 */
            goMaxProcsPerWorker: number | null;
            cpus: string | null;
        };
        TargetSpec: components["schemas"]["ReferenceTarget"] | components["schemas"]["NamedTarget"] | components["schemas"]["ListeningTarget"];
        TaskAnswerRequest: {
            /** Format: uuid */
            incarnationId: string;
            answer: components["schemas"]["HostTaskAnswer"];
        };
        /** @description Until more load no longer gives more requests per second. */
        ThroughputCeiling: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "throughput";
        };
        /** @description What a load generator can do, and what its figures mean. */
        ToolAbilities: {
            loops: components["schemas"]["ToolLoop"][];
            /** @enum {string} */
            workers: "threads" | "processes" | "none";
            /** Format: int64 */
            resolutionUs: number;
            percentiles: string[];
            histogram: boolean;
            mixes: boolean;
            decompression: boolean;
            refusals: components["schemas"]["ToolRefusal"][];
        };
        /** @description A load generator that this host can start. */
        ToolFact: {
            name: string;
            version: string;
            path: string;
            abilities: components["schemas"]["ToolAbilities"] | null;
        };
        /** @description A loop that a tool drives honestly. */
        ToolLoop: {
            loop: components["schemas"]["Loop"];
            latency: components["schemas"]["LatencyKind"];
            pipelining: boolean;
            poisson: boolean;
            connections: boolean;
            /** Format: int64 */
            shortestSeconds: number;
        };
        /** @enum {string} */
        ToolName: "volley" | "autocannon" | "wrk" | "vegeta" | "oha" | "wrk2" | "k6";
        ToolRefusal: {
            mode: string;
            reason: string;
        };
        TransmitSteering: {
            cpus: components["schemas"]["CpuChoice"];
            spread: components["schemas"]["Spread"];
        };
        /** @enum {string} */
        TransparentHugePages: "always" | "madvise" | "never";
        TunedResult: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "apply-tuning";
            applied: components["schemas"]["AppliedTuning"];
        };
        /** @description What would be written on this very host, in order. Nothing was touched. */
        TuningPlan: {
            /** Format: int64 */
            takenAtUs: number;
            nic: string | null;
            targetCpus: string | null;
            changes: components["schemas"]["PlannedChange"][];
            warnings: string[];
        };
        /** @description What the hosts are asked to be, beside the load. */
        TuningSpec: {
            targetCpus: components["schemas"]["CpuChoice"] | null;
            server: components["schemas"]["HostTuning"] | null;
            clients: components["schemas"]["HostTuning"] | null;
        };
        /**
         * @description By the worst finding. Unchecked: imported, and no rule had what it needs.
         * @enum {string}
         */
        Validity: "valid" | "unchecked" | "suspect" | "invalid";
        VerdictSummary: {
            validity: components["schemas"]["Validity"];
            wall: components["schemas"]["Wall"] | null;
            walls: components["schemas"]["Wall"][];
            confidence: components["schemas"]["Confidence"];
            sentence: string;
        };
        /**
         * @description What limited a point.
         * @enum {string}
         */
        Wall: "competing-load" | "client-cpu" | "client-thread" | "server-cpu" | "server-core" | "nic-bandwidth" | "packet-rate" | "offered-load" | "lock-contention" | "concurrency" | "several" | "unknown";
        WindowClosedResult: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "close-window";
            /** Format: int64 */
            atUs: number;
            placement: components["schemas"]["Placement"] | null;
            drift: components["schemas"]["Drift"][];
            profiles: components["schemas"]["CapturedProfile"][];
            competitors?: components["schemas"]["Competitor"][];
        };
        WindowOpenedResult: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "open-window";
            /** Format: int64 */
            atUs: number;
        };
        WorkerPlacement: {
            /** Format: int64 */
            worker: number;
            /** Format: int64 */
            pid: number;
            /** Format: int64 */
            threads: number;
            cpusAllowed: string;
            cpusSeen: string;
            /** Format: int64 */
            connections: number | null;
        };
        WorkerRequests: {
            /** Format: int64 */
            worker: number;
            /** Format: int64 */
            requests: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInLink"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listHosts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostList"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getHost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hostId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Host"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeHost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hostId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeHost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hostId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeHost"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Host"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    planTuning: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hostId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TuningPlan"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    examineHost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hostId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoctorReport"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readHostSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hostId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restoreHost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hostId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Host"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    clearDirtyHost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hostId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Host"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createJoinToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinToken"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRuns: {
        parameters: {
            query?: {
                text?: string;
                view?: "active" | "ended";
                state?: components["schemas"]["RunState"][];
                tag?: string[];
                hostId?: string;
                tool?: string;
                wall?: components["schemas"]["Wall"];
                validity?: components["schemas"]["Validity"];
                imported?: "true" | "false";
                experimentId?: string;
                fold?: "experiments";
                path?: string;
                framework?: string;
                prefork?: "true" | "false";
                createdBy?: string;
                sort?: "created" | "name" | "requestsPerSecond" | "latencyMsP99" | "serverCpuUsPerRequest" | "duration";
                direction?: "asc" | "desc";
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunList"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createRun: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRun"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRunFacets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunFacets"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRunSnapshots: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunSnapshots"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRunHistograms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunHistograms"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDeletion"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    labelRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunLabels"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    undeleteRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeletedRuns: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedRunList"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRunSeries: {
        parameters: {
            query?: {
                afterUs?: number;
            };
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunSeries"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamRunEvents: {
        parameters: {
            query?: {
                lastEventId?: string;
            };
            header?: {
                "last-event-id"?: string;
            };
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    compareRuns: {
        parameters: {
            query: {
                runs: string;
                baseline?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparison"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
                artifactId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listExperiments: {
        parameters: {
            query?: {
                status?: components["schemas"]["ExperimentStatus"];
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentList"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createExperiment: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateExperiment"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownExperiment"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    designExperiment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateExperiment"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentDesign"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getExperiment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                experimentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownExperiment"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteExperiment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                experimentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeExperiment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                experimentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeExperiment"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownExperiment"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startExperiment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                experimentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownExperiment"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stopExperiment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                experimentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownExperiment"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportExperiment: {
        parameters: {
            query: {
                format: components["schemas"]["ExportFormat"];
            };
            header?: never;
            path: {
                experimentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateImport"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
            /** @description Worked on still; a GET of Location answers once it is done. */
            202: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportUnderWay"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    importJournal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
            /** @description Worked on still; a GET of Location answers once it is done. */
            202: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportUnderWay"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
            /** @description Worked on still; a GET of Location answers once it is done. */
            202: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportUnderWay"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBundleSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/schema+json": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportRun: {
        parameters: {
            query: {
                format: components["schemas"]["ExportFormat"];
            };
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportComparison: {
        parameters: {
            query: {
                runs: string;
                baseline?: string;
                format: components["schemas"]["ExportFormat"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listShares: {
        parameters: {
            query?: {
                runId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareList"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createShare: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateShare"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Share"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                shareId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Share"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openShare: {
        parameters: {
            query?: {
                preview?: string;
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedShare"];
                };
            };
            /** @description What If-None-Match names is what there is. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openShareDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    joinAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinRequest"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinReply"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    helloAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HelloRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeartbeatReply"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    heartbeatAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeartbeatRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeartbeatReply"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pollAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PollRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PollReply"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    answerHostTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskAnswerRequest"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reportAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportReply"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putBlob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sha256: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signInWithPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordSignIn"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openSignInLink: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeAccount"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listApiTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiTokenList"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiToken"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiToken"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPeople: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonList"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePerson"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    disablePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enablePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInLink"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInvites: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InviteList"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createInvite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvite"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewInvite"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                inviteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenInvite"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    acceptInvite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvite"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
