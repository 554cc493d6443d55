package com.personalagentproxy.sandbox.collection;

/**
 * What every {@link SandboxStore} keeps, as tests. An adapter's test implements this and gives the
 * store; it empties it before each test.
 */
public interface SandboxStoreContract
    extends AddingContract,
        PagingContract,
        MovingContract,
        AdmittingContract,
        PersonsCommandsContract,
        CommandEntriesContract,
        ClaimingIdleContract,
        SweepingContract {}
