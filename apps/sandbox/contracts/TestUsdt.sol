// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

/// Stands in for USDT on the local chain. As in Tether's contract, `transfer`, `transferFrom` and `approve` return
/// nothing, a transfer of 0 succeeds and emits an event, and anybody may "move" 0 from any address (address poisoning).
/// Deployed once per network, and once more as a fake: only its address tells the fake from the real one.
contract TestUsdt {
    string public constant name = "Tether USD";
    string public constant symbol = "USDT";
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(uint8 decimals_, address[] memory holders, uint256 amountEach) {
        decimals = decimals_;
        for (uint256 i = 0; i < holders.length; i++) mint(holders[i], amountEach);
    }

    /// The faucet: open to everybody, since this token is worth nothing.
    function mint(address to, uint256 value) public {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        move(from, to, value);
    }

    /// Sends for anybody, whatever they hold: the sandbox has no keys of merchants' addresses, and shows with it how they refund.
    function transferFor(address from, address to, uint256 value) external {
        if (balanceOf[from] < value) {
            totalSupply += value;
            balanceOf[from] += value;
        }
        move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
