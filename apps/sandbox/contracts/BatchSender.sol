// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

interface Token {
    function transfer(address to, uint256 value) external;
}

/// Sends several token transfers, out of its own balance, in one transaction. It makes the cases that a plain wallet
/// cannot: several Transfer logs under one hash, and a transfer that was undone inside a transaction that succeeded.
contract BatchSender {
    struct Item {
        address token;
        address to;
        uint256 value;
        bool innerRevert;
    }

    error Undone();

    function send(Item[] calldata items, bool revertAll) external {
        for (uint256 i = 0; i < items.length; i++) {
            if (items[i].innerRevert) {
                try this.sendAndUndo(items[i]) {} catch {}
            } else {
                Token(items[i].token).transfer(items[i].to, items[i].value);
            }
        }
        if (revertAll) revert Undone();
    }

    /// Only meant to be called by `send`: the transfer happens, its log is written, then both are rolled back.
    function sendAndUndo(Item calldata item) external {
        Token(item.token).transfer(item.to, item.value);
        revert Undone();
    }
}
